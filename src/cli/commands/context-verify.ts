/** `gno context verify`: reads the capsule from a file or standard input; the rest is gno_context_verify. */
import { readFileSync } from "node:fs";
import { tools } from "../../app/tools.ts";
import { type Command, CommandError, jsonOption } from "../command.ts";
import { runTool, toolCommand } from "./tool.ts";

export function contextVerify(): Command {
  const base = toolCommand("context verify");
  const tool = tools.find(({ name }) => name === "gno_context_verify");
  if (base === undefined || tool === undefined)
    throw new Error("The contract has no tool that verifies capsules.");
  return {
    ...base,
    positionals: [
      {
        name: "file",
        description: "File with the capsule as JSON; - or nothing reads standard input",
        required: false,
      },
    ],
    options: [
      ...base.options
        .filter(({ name }) => name !== "capsule" && name !== "json")
        .map((option) => (option.name === "format" ? { ...option, default: "md" } : option)),
      jsonOption,
    ],
    async run(values, context) {
      const file = typeof values.file === "string" && values.file !== "-" ? values.file : undefined;
      const text = file === undefined ? await context.io.readStdin() : read(file);
      const format = { format: values.format ?? (values.json === true ? "json" : "md") };
      await runTool(tool, { capsule: parse(text, file), ...format }, context, values.json === true);
      return 0;
    },
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(
      "PATH_NOT_FOUND",
      `The file ${file} cannot be read. Name one that holds a capsule.`,
    );
  }
}

/** What `gno context build --json` printed. */
function parse(text: string, file: string | undefined): unknown {
  const how = "Save a capsule with: gno context build <goal> --json";
  if (text.trim() === "")
    throw new CommandError("VALIDATION", `${file ?? "Standard input"} is empty. ${how}`);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new CommandError("VALIDATION", `${file ?? "Standard input"} holds no JSON. ${how}`);
  }
}
