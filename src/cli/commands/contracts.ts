/** `concordat contracts`: what each contract publishes, down to one tool's schemas. */
import { contractNames, loadContract, type PrintedContract } from "../../app/contracts.ts";
import { type Command, CommandError, jsonOption } from "../command.ts";
import type { Io } from "../io.ts";

export const contracts: Command = {
  words: ["contracts"],
  summary: "List the published contracts, the tools of one, or print the schemas of one tool.",
  positionals: [{ name: "contract", description: "Name of a contract", required: false }],
  options: [
    { name: "tool", type: "string", hint: "name", description: "Print the schemas of this tool" },
    jsonOption,
  ],

  async run(values, { io }) {
    const name = values.contract as string | undefined;
    const tool = values.tool as string | undefined;
    if (name === undefined && tool === undefined) {
      const all = await Promise.all(contractNames.map((each) => load(each)));
      if (values.json) print(io, all.map(summary));
      else for (const each of all) io.stdout.write(`${contractLine(each, io)}\n`);
      return 0;
    }
    // A tool's name starts with its contract's.
    const contract = await load(name ?? (tool as string).split("_")[0] ?? "");
    if (tool !== undefined) print(io, published(contract, tool));
    else if (values.json)
      print(
        io,
        contract.row.tools.map((each) => published(contract, each.name)),
      );
    else io.stdout.write(`${toolLines(contract, io)}\n`);
    return 0;
  },
};

async function load(name: string): Promise<PrintedContract> {
  const contract = await loadContract(name);
  if (contract === undefined) {
    throw new CommandError(
      "NOT_FOUND",
      `There is no contract ${JSON.stringify(name)}. There is: ${contractNames.join(", ")}.`,
    );
  }
  return contract;
}

function summary({ row }: PrintedContract) {
  return { name: row.name, version: row.server.version, profiles: row.profiles, tools: row.tools.length };
}

function contractLine(contract: PrintedContract, io: Io): string {
  const { name, version, profiles, tools } = summary(contract);
  return `${io.paint("bold", name)} ${version}: ${tools} tools, profiles ${profiles.join(", ")}`;
}

function toolLines({ row }: PrintedContract, io: Io): string {
  const width = Math.max(...row.tools.map(({ name }) => name.length));
  return row.tools
    .map(({ name, effect, profiles, title }) => {
      const facts = `${effect.padEnd(5)}  ${profiles.join(" ").padEnd(9)}`;
      return `${io.paint("cyan", name.padEnd(width))}  ${facts}  ${title}`;
    })
    .join("\n");
}

function published({ row, outputs }: PrintedContract, name: string) {
  const tool = row.tools.find((each) => each.name === name);
  if (tool === undefined) {
    throw new CommandError(
      "NOT_FOUND",
      `The contract ${row.name} has no tool ${JSON.stringify(name)}. See: concordat contracts ${row.name}`,
    );
  }
  return {
    name: tool.name,
    title: tool.title,
    description: tool.descriptions.full,
    effect: tool.effect,
    profiles: tool.profiles,
    errors: tool.errors,
    inputSchema: tool.input,
    outputSchema: outputs[tool.name],
  };
}

function print(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
