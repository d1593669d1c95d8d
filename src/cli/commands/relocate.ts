/** `gno rename` and `gno move`: show what would change; `--apply` carries it out after a question. */
import { withApp } from "../../app/direct.ts";
import { type ToolRow, tools } from "../../app/tools.ts";
import { call } from "../call-tool.ts";
import { type Command, type Context, jsonOption, type OptionDef, type Values } from "../command.ts";
import { confirm } from "../confirm.ts";
import { requireConfig } from "./tool.ts";

interface Reference {
  readonly documentRelPath: string;
  readonly classification: string;
  readonly reasonCode?: string;
  readonly originalDestination?: string;
  readonly proposedDestination?: string;
  readonly startLine?: number;
}

interface Plan {
  readonly planDigest: string;
  readonly canApply: boolean;
  readonly examinedReferences: readonly Reference[];
}

interface Receipt {
  readonly status: string;
}

/** Of a receipt that is a result and not an error: 1 when the caller can mend it, 2 when it lies elsewhere. */
const exits: Readonly<Record<string, number>> = {
  applied: 0,
  applied_with_sync_pending: 2,
  conflict: 1,
  stale_plan: 1,
  unsupported: 1,
  failed_rolled_back: 2,
};

const applyOptions: readonly OptionDef[] = [
  {
    name: "apply",
    type: "boolean",
    description: "Carry the plan out, after a question unless --yes is given",
  },
  {
    name: "plan-digest",
    type: "string",
    hint: "sha256",
    description: "Carry out exactly the plan with this digest, without a question",
  },
  jsonOption,
];

export const renameCommand: Command = {
  words: ["rename"],
  summary:
    "Show what a new name for a note would change, or give it that name and rewrite the references to it",
  positionals: [
    { name: "ref", description: "Note: docid, gno:// URI or collection/path", required: true },
    {
      name: "name",
      description: "New file name; the old extension is kept when it has none",
      required: true,
    },
  ],
  options: applyOptions,
  run: (values, context) => run("gno_rename_note", { ref: values.ref, name: values.name }, values, context),
};

export const moveCommand: Command = {
  words: ["move"],
  summary: "Show what moving a note to another folder would change, or move it and rewrite the references",
  positionals: [
    { name: "ref", description: "Note: docid, gno:// URI or collection/path", required: true },
    { name: "folder", description: "Folder below the collection's root; . is the root", required: true },
  ],
  options: [
    { name: "name", type: "string", hint: "text", description: "New file name, used as given" },
    ...applyOptions,
  ],
  run: (values, context) =>
    run(
      "gno_move_note",
      {
        ref: values.ref,
        folderPath: values.folder,
        ...(values.name === undefined ? {} : { name: values.name }),
      },
      values,
      context,
    ),
};

async function run(
  name: string,
  where: Readonly<Record<string, unknown>>,
  values: Values,
  context: Context,
): Promise<number> {
  const { config, io } = context;
  requireConfig(config);
  const tool = tools.find((row) => row.name === name) as ToolRow;
  const print = (data: unknown, text: string): void => {
    io.stdout.write(`${values.json === true ? JSON.stringify(data, null, 2) : text}\n`);
  };
  let exit = 0;
  await withApp(config, async (app) => {
    let digest = values["plan-digest"];
    if (digest === undefined) {
      const preview = await call(app, tool, { action: "preview", ...where }, context);
      const plan = preview.data as Plan;
      if (values.apply !== true) return print(plan, listed(plan, preview.text));
      if (!plan.canApply) {
        exit = 1;
        return print(plan, listed(plan, preview.text));
      }
      if (values.json !== true) io.stderr.write(`${listed({ ...plan, canApply: false }, preview.text)}\n`);
      if (!(await confirm("Carry this out?", context))) {
        exit = 1;
        return;
      }
      digest = plan.planDigest;
    }
    const consent = { schemaVersion: "1.0", planDigest: digest, confirmation: "apply", confirm: true };
    const answer = await call(app, tool, { action: "apply", ...where, ...consent }, context);
    print(answer.data, answer.text);
    exit = exits[(answer.data as Receipt).status] ?? 2;
  });
  return exit;
}

const MAX_LINES = 50;

/** The preview with a line for each reference that changes or stands in the way. */
function listed({ examinedReferences, planDigest, canApply }: Plan, text: string): string {
  const told = examinedReferences.filter(({ classification }) => classification !== "unchanged");
  const lines = told.slice(0, MAX_LINES).map((one) => {
    const place =
      one.startLine === undefined ? one.documentRelPath : `${one.documentRelPath}:${one.startLine}`;
    const what = printable(one.originalDestination ?? "");
    return one.proposedDestination === undefined
      ? `  ${place}  ${what}  ${one.classification}, ${one.reasonCode ?? ""}`
      : `  ${place}  ${what} → ${printable(one.proposedDestination)}`;
  });
  const more = told.length > MAX_LINES ? [`  and ${told.length - MAX_LINES} more; --json shows all`] : [];
  const next = canApply ? [`Nothing is changed yet. Add --apply, or --plan-digest ${planDigest}`] : [];
  return [printable(text), ...lines, ...more, ...next].join("\n");
}

/** Names of files must not steer the terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");
}
