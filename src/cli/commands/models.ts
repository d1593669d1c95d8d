/** `gno models …`: what models there are, and getting, choosing, checking and removing them. */
import { createModelsAdmin, type ModelsAdmin, ModelsError } from "../../app/models.ts";
import { createByteCount, sizeText } from "../bytes.ts";
import { type Command, CommandError, type Context, jsonOption, type Values } from "../command.ts";
import { confirm } from "../confirm.ts";
import { modelsTable } from "../models-table.ts";
import { createProgress } from "../progress.ts";
import { requireConfig } from "./tool.ts";

const named = (description: string, required: boolean) => [{ name: "name", description, required }];
const anyName = "Name of a model, id of a preset, or a file that gno models list shows";

export const modelsList: Command = {
  words: ["models", "list"],
  summary: "List presets, their models and the model files that are there.",
  positionals: [],
  options: [jsonOption],
  run: (values, context) =>
    withAdmin(values, context, async (admin) => {
      const overview = await admin.overview();
      return { data: overview, text: modelsTable(overview, context.io.paint) };
    }),
};

export const modelsPull: Command = {
  words: ["models", "pull"],
  summary: "Download models; the only command that does.",
  positionals: named("Id of a preset or name of a model; what the configuration uses when left out", false),
  options: [
    { name: "sha256", type: "string", hint: "hex", description: "Checksum that the one file must have" },
    { name: "force", type: "boolean", description: "Also what is there already" },
    jsonOption,
  ],
  run: (values, context) => withAdmin(values, context, (admin) => pull(admin, values, context)),
};

export const modelsUse: Command = {
  words: ["models", "use"],
  summary: "Choose the preset whose models are used.",
  positionals: [
    { name: "preset", description: "Id of a preset; gno models list shows them", required: true },
  ],
  options: [jsonOption],
  run(values, context) {
    requireConfig(context.config);
    return withAdmin(values, context, async (admin) => {
      const change = await admin.use(String(values.preset));
      const { activePreset, reembed, missing, embed } = change;
      const lines = [`Preset ${context.io.paint("bold", activePreset)} is in use.`];
      if (missing.length > 0)
        lines.push(`Not there yet: ${missing.join(", ")}`, `Pull with: gno models pull ${activePreset}`);
      if (reembed) {
        lines.push(
          `Search by meaning needs vectors of ${embed.after}. Make them with: gno embed`,
          "Until then words alone are searched; vectors of other models are kept and never mixed in.",
        );
      }
      return { data: change, text: lines.join("\n") };
    });
  },
};

export const modelsVerify: Command = {
  words: ["models", "verify"],
  summary: "Read model files again and compare them with their checksums.",
  positionals: named(`${anyName}; all files when left out`, false),
  options: [jsonOption],
  run: (values, context) =>
    withAdmin(values, context, async (admin) => {
      const models = await admin.verify(text(values.name), context.signal);
      const { paint } = context.io;
      const lines = models.map(({ file, state, message }) => {
        const color = { ok: "green", unknown: "yellow", damaged: "red" } as const;
        return `${paint(color[state], state.padEnd(7))}  ${file}${message === undefined ? "" : `\n         ${message}`}`;
      });
      return {
        data: { models },
        text: lines.length === 0 ? "No model files are there." : lines.join("\n"),
        exit: models.some(({ state }) => state === "damaged") ? 2 : 0,
      };
    }),
};

export const modelsRemove: Command = {
  words: ["models", "remove"],
  summary: "Remove model files from the models folder.",
  positionals: named(anyName, true),
  options: [jsonOption],
  run: (values, context) =>
    withAdmin(values, context, async (admin) => {
      const found = await admin.toRemove(String(values.name));
      const bytes = found.reduce((sum, one) => sum + one.bytes, 0);
      const users = [...new Set(found.flatMap(({ usedBy }) => usedBy))];
      const used = users.length === 0 ? "" : `, used by ${users.join(", ")}`;
      const what = `${found.map(({ file }) => file).join(", ")} (${sizeText(bytes)}${used})`;
      if (!(await confirm(`Remove ${what}?`, context))) {
        return { data: { removed: [], bytes: 0 }, text: "Nothing was removed." };
      }
      for (const { file } of found) await admin.remove(file);
      return { data: { removed: found.map(({ file }) => file), bytes }, text: `Removed ${what}` };
    }),
};

export const modelsPath: Command = {
  words: ["models", "path"],
  summary: "Print where a model lies or would lie; the models folder without a name.",
  positionals: named("Name of a model, or a file that gno models list shows", false),
  options: [jsonOption],
  run: (values, context) =>
    withAdmin(values, context, async (admin) => {
      const name = text(values.name);
      const path = name === undefined ? admin.folder : await admin.path(name);
      return { data: { path }, text: path };
    }),
};

interface Answer {
  readonly data: unknown;
  readonly text: string;
  readonly exit?: number;
}

/** Prints the answer in the form that was asked for; failures become errors with an exit code. */
async function withAdmin(
  values: Values,
  { config, io, signal }: Context,
  run: (admin: ModelsAdmin) => Promise<Answer>,
): Promise<number> {
  try {
    const { data, text: shown, exit = 0 } = await run(createModelsAdmin(config));
    io.stdout.write(values.json === true ? `${JSON.stringify(data, null, 2)}\n` : `${shown}\n`);
    return exit;
  } catch (error) {
    if (signal.aborted || !(error instanceof ModelsError)) throw error;
    throw new CommandError(error.code, error.message, error.code === "RUNTIME" ? 2 : 1, error.details);
  }
}

async function pull(admin: ModelsAdmin, values: Values, { config, io, signal }: Context): Promise<Answer> {
  const names = admin.toPull(text(values.name));
  const sha256 = checksum(text(values.sha256));
  if (sha256 !== undefined && names.length !== 1)
    throw new CommandError("VALIDATION", "--sha256 is the checksum of one file. Name one model to pull.");
  const pulled = [];
  for (const name of names) {
    const progress = createProgress(io, undefined, createByteCount());
    if (!io.quiet && !config.offline && !io.stderr.isTTY) io.stderr.write(`Pulling ${name}\n`);
    try {
      const {
        file,
        path,
        bytes,
        sha256: sum,
        alreadyThere,
      } = await admin.pull(name, {
        signal,
        force: values.force === true,
        ...(sha256 === undefined ? {} : { sha256 }),
        progress: (done, total) => progress.update(done, total, name),
      });
      pulled.push({ name, file, path, bytes, sha256: sum, alreadyThere });
    } catch (error) {
      if (signal.aborted)
        throw new CommandError("CANCELLED", "Cancelled. What has arrived is kept; pull again to go on.", 130);
      throw error;
    } finally {
      progress.end();
    }
  }
  const lines = pulled.map(({ file, bytes, alreadyThere }) => {
    const how = alreadyThere ? "is there already" : "was pulled";
    return `${io.paint("bold", file)} ${how} (${sizeText(bytes)})`;
  });
  return {
    data: { models: pulled },
    text: [...(lines.length === 0 ? ["Nothing to download."] : lines), ...next(values)].join("\n"),
  };
}

/** What most people do after a preset was pulled. */
function next(values: Values): readonly string[] {
  const name = text(values.name);
  return name === undefined || !/^[\w.-]+$/.test(name) ? [] : [`Use it with: gno models use ${name}`];
}

function checksum(given: string | undefined): string | undefined {
  if (given === undefined || /^[0-9a-f]{64}$/i.test(given)) return given?.toLowerCase();
  throw new CommandError("VALIDATION", "--sha256 is 64 hexadecimal digits.");
}

function text(value: Values[string]): string | undefined {
  return typeof value === "string" ? value : undefined;
}
