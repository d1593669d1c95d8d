/** Locators: exact on the same text, found again after edits elsewhere, and never a section that could be another. */
import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listSections, type Section } from "../../../src/engine/sections/list.ts";
import { resolveTarget } from "../../../src/engine/sections/resolve.ts";
import { buildTarget, type SectionTarget, targetProblem } from "../../../src/engine/sections/target.ts";

const uri = "gno://notes/a.md";
const sha = (text: string) => hash("sha256", text);

function targetOf(text: string, anchor: string): SectionTarget {
  const section = listSections(text, "a.md").find((one) => one.anchor === anchor);
  if (section === undefined) throw new Error(`no section ${anchor}`);
  return made(text, section);
}

function made(text: string, section: Section): SectionTarget {
  const built = buildTarget({ uri, fingerprint: sha(text) }, text, section);
  if (built.kind !== "ok") throw new Error(built.message);
  return built.target;
}

const resolve = (target: SectionTarget, text: string) =>
  resolveTarget(target, { uri, fingerprint: sha(text), text, sections: listSections(text, "a.md") });

const base = "# Plan\n\nintro\n\n## Goal\n\nShip it.\n\n## Risks\n\nNone.\n";

interface Case {
  readonly given: string;
  readonly before: string;
  readonly anchor: string;
  readonly after: string;
  readonly change?: Partial<SectionTarget>;
  readonly want: string;
  readonly line?: number;
}

const cases: readonly Case[] = [
  { given: "the same text", before: base, anchor: "goal", after: base, want: "exact", line: 5 },
  {
    given: "another document",
    before: base,
    anchor: "goal",
    after: base,
    change: { document: { uri: "gno://notes/b.md" } },
    want: "missing document_uri_mismatch",
  },
  {
    given: "the same text and an anchor that is gone, the path stands in",
    before: base,
    anchor: "goal",
    after: base,
    change: { anchor: "other" },
    want: "exact",
    line: 5,
  },
  {
    given: "the same text, anchor and path wrong, the words right",
    before: base,
    anchor: "goal",
    after: base,
    change: { anchor: "x", headingPath: ["X"] },
    want: "exact",
    line: 5,
  },
  {
    given: "the same text and nothing right",
    before: base,
    anchor: "goal",
    after: base,
    change: { anchor: "x", headingPath: ["X"], quote: { exact: "zz", prefix: "", suffix: "" } },
    want: "missing section_not_found_same_revision",
  },
  {
    given: "lines before",
    before: base,
    anchor: "goal",
    after: `\nx\n\n${base}`,
    want: "recovered",
    line: 8,
  },
  {
    given: "a new heading, the same words",
    before: base,
    anchor: "goal",
    after: base.replace("Goal", "Aim"),
    want: "recovered",
    line: 5,
  },
  {
    given: "the next heading changed",
    before: base,
    anchor: "goal",
    after: base.replace("Risks", "Dangers"),
    want: "recovered",
    line: 5,
  },
  {
    given: "other words under the same heading",
    before: base,
    anchor: "goal",
    after: base.replace("Ship it.", "Nothing."),
    want: "stale fingerprint_mismatch_without_unique_recovery",
  },
  {
    given: "the section is gone",
    before: base,
    anchor: "goal",
    after: base.replace("## Goal\n\nShip it.\n\n", ""),
    want: "missing section_not_found",
  },
  {
    given: "the section stands there twice",
    before: base,
    anchor: "goal",
    after: `${base}\n## Goal\n\nShip it.\n\n## Risks\n\nNone.\n`,
    want: "ambiguous quote_context_multiple_matches",
  },
  {
    given: "a section of the same path comes before it",
    before: "# A\n\nx\n\n# B\n",
    anchor: "a",
    after: "# A\n\nx y\n\n# A\n\nx\n\n# B\n",
    want: "recovered",
    line: 5,
  },
  {
    given: "short words under several headings, and what followed has changed",
    before: "# A\n\nTBD\n\n# B\n\nTBD\n",
    anchor: "a",
    after: "# A\n\nTBD\n\n# C\n\nTBD\n",
    want: "recovered",
    line: 1,
  },
  {
    given: "the same, and the path is not alone",
    before: "# A\n\nTBD\n\n# B\n\nTBD\n",
    anchor: "a",
    after: "# A\n\nTBD\n\n# C\n\n# A\n\nTBD\n\n# D\n",
    want: "stale fingerprint_mismatch_without_unique_recovery",
  },
  {
    given: "a section without a body",
    before: "# A\n\n## Notes\n\n# B\n",
    anchor: "notes",
    after: "intro\n\n# A\n\n## Notes\n\n# B\n\n## Notes\n",
    want: "recovered",
    line: 5,
  },
  {
    given: "a body that starts with a heading",
    before: "# A\n## Sub\n\ntext\n\n# B\n",
    anchor: "a",
    after: "x\n\n# A\n## Sub\n\ntext\n\n# B\n",
    want: "recovered",
    line: 3,
  },
];

describe("resolveTarget", () => {
  test.each(cases)("$given", ({ before, anchor, after, change, want, line }) => {
    const { status, reason, section } = resolve({ ...targetOf(before, anchor), ...change }, after);
    expect(reason === undefined ? status : `${status} ${reason}`).toBe(want);
    expect(section?.line).toBe(line);
  });

  test("downgrades a section that does not fit a citation", () => {
    const long = "x".repeat(600);
    const { status, reason } = resolve(targetOf(base, "goal"), base.replace("Goal", long));
    expect([status, reason]).toEqual(["stale", "citation_exceeds_transport_bounds"]);
  });

  test.each([
    ["a title beyond its bound", `# ${"x".repeat(513)}\n`],
    ["headings beyond the whole bound", `# ${"é".repeat(500)}\n## ${"é".repeat(500)}\n`],
  ])("gives no locator for %s", (_given, text) => {
    const section = listSections(text, "a.md").at(-1) as Section;
    expect(buildTarget({ uri, fingerprint: sha(text) }, text, section).kind).toBe("too-large");
  });
});

// --- properties --------------------------------------------------------------------------------------------------

const words = ["alpha", "béta", "日本", "🚀", "TBD", "`code`", "# x", "$1", "\t"];
const phrase = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 })
  .map((list) => list.join(" "));
const block = fc.oneof(
  phrase,
  phrase.map((text) => `\`\`\`\n# ${text}\n\`\`\``),
  phrase.map((text) => `> # ${text}`),
  fc.constant(""),
);
const heading = fc.tuple(
  fc.integer({ min: 1, max: 6 }),
  fc.constantFrom("Notes", "A", "A  b", "Ünï", "日本 🚀"),
);
const part = fc.tuple(heading, fc.array(block, { maxLength: 3 }));
const end = fc.constantFrom("\n", "\r\n");

const textOf = (parts: readonly (readonly [readonly [number, string], readonly string[]])[], eol: string) =>
  parts
    .map(
      ([[level, title], blocks]) =>
        `${"#".repeat(level)} ${title}\n\n${blocks.map((b) => `${b}\n\n`).join("")}`,
    )
    .join("")
    .replaceAll("\n", eol);

describe("properties of locators", () => {
  test("a locator resolves exactly in the text that it was made from, and keeps its bounds", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), end, (parts, eol) => {
        const text = textOf(parts, eol);
        for (const section of listSections(text, "a.md")) {
          const target = made(text, section);
          const { status, section: found } = resolve(target, text);
          expect([status, found?.from]).toEqual(["exact", section.from]);
          expect(targetProblem(target)).toBeUndefined();
          expect(target.quote.exact.length).toBeLessThanOrEqual(96);
          expect(target.quote.prefix.length).toBeLessThanOrEqual(32);
          expect(target.quote.suffix.length).toBeLessThanOrEqual(32);
          expect(text.slice(target.hints.startOffset, target.hints.endOffset)).toBe(target.quote.exact);
          expect(JSON.stringify(target).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  test("edits elsewhere: the same heading is found, or nothing is cited", () => {
    const edit = fc.tuple(
      fc.nat(),
      fc.constantFrom("drop", "insert", "replace"),
      fc.constantFrom("", "plain", "## Other"),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 2, maxLength: 10 }),
        fc.nat(),
        fc.array(edit, { minLength: 1, maxLength: 5 }),
        (parts, pick, edits) => {
          const at = pick % parts.length;
          const own = parts.map(([head, blocks], index): [readonly [number, string], readonly string[]] =>
            index === at ? [[head[0], "Here"], ["these words stand nowhere else"]] : [head, blocks],
          );
          const text = textOf(own, "\n");
          const section = listSections(text, "a.md").find(({ title }) => title === "Here") as Section;
          const target = made(text, section);
          const lines = text
            .split("\n")
            .map((line, index) => ({ line, mine: index + 1 >= section.line && index < section.line + 2 }));
          for (const [where, what, with_] of edits) {
            const index = where % lines.length;
            if (lines[index]?.mine === true) continue;
            lines.splice(
              index,
              what === "insert" ? 0 : 1,
              ...(what === "drop" ? [] : [{ line: with_, mine: false }]),
            );
          }
          const edited = lines.map(({ line }) => line).join("\n");
          const sections = listSections(edited, "a.md");
          const expected = sections.find(({ title }) => title === "Here");
          const { status, section: found } = resolve(target, edited);
          // The edits may have taken its ancestors away or put new ones there; then it may stay unknown.
          if (expected !== undefined) {
            if (JSON.stringify(expected.headingPath) === JSON.stringify(target.headingPath)) {
              expect(["exact", "recovered"]).toContain(status);
            }
            if (found !== undefined) expect(found.from).toBe(expected.from);
          } else if (found !== undefined) {
            expect(edited.slice(found.from, found.to)).toContain(target.quote.exact);
          }
        },
      ),
    );
  });

  test("whatever was edited, a citation holds the words of its locator", () => {
    const two = fc.tuple(fc.array(part, { minLength: 1, maxLength: 8 }), fc.array(part, { maxLength: 8 }));
    fc.assert(
      fc.property(two, ([before, after]) => {
        const text = textOf(before, "\n");
        const other = textOf([...after, ...before.slice(1)], "\n");
        for (const section of listSections(text, "a.md")) {
          const target = made(text, section);
          const { status, section: found } = resolve(target, other);
          expect(found !== undefined).toBe(status === "exact" || status === "recovered");
          if (found !== undefined) expect(other.slice(found.from, found.to)).toContain(target.quote.exact);
        }
      }),
    );
  });
});
