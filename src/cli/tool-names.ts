/** Names of tools, as messages and descriptions say them to agents, are commands to the user of a terminal. */
import { tools } from "../app/tools.ts";

/** `gno_trace_list` is `gno trace list`; what is no tool stays. */
export function withCommands(text: string): string {
  return text.replace(/\bgno_[a-z]+(?:_[a-z]+)*\b/g, (name) => {
    const tool = tools.find((row) => row.name === name);
    return tool === undefined ? name : `gno ${tool.command.join(" ")}`;
  });
}
