/**
 * Known-item search: a heading that stands in one document alone leads to that document. Runs over the folders in
 * CONCORDAT_CORPORA_DIR, or over a generated vault when it is not set.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { readFrontMatter } from "../../../src/engine/index/front-matter.ts";
import { readMarkdown } from "../../../src/engine/index/markdown.ts";
import { writeCorpus } from "../../fixtures/corpus.ts";
import { openVault } from "../support/vault.ts";

const corpora = process.env.CONCORDAT_CORPORA_DIR;
const aims: [folder: string, hitAt5: number][] =
  corpora === undefined
    ? [["generated", 0.95]]
    : [
        ["rust-book", 0.97],
        ["hugo", 0.86],
        ["medium-powershell", 0.95],
      ];

/** Heading → path, for headings of one document only. A leading minus would be read as an operator. */
function uniqueHeadings(root: string): Map<string, string> {
  const places = new Map<string, Set<string>>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".md")) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8").replaceAll("\r\n", "\n");
    for (const heading of readMarkdown(text, readFrontMatter(text).bodyStart).headings) {
      const query = heading.text.replace(/(^|\s)-+/g, "$1").trim();
      if (!/[\p{L}\p{N}]/u.test(query)) continue;
      places.set(query, (places.get(query) ?? new Set()).add(relative(root, path)));
    }
  }
  return new Map(
    [...places].filter(([, paths]) => paths.size === 1).map(([query, [path]]) => [query, path!]),
  );
}

describe.each(aims)("headings of %s", (folder, aim) => {
  test(`lead to their document among the first five, ${aim} of them or more`, () => {
    const data = mkdtempSync(join(tmpdir(), "concordat-headings-"));
    const root = corpora === undefined ? join(data, "generated") : join(corpora, folder);
    if (corpora === undefined) writeCorpus(root, { notes: 400 });
    expect(existsSync(root)).toBe(true);
    const world = openVault(data, [{ name: "corpus", path: root }]);
    const headings = uniqueHeadings(root);
    let found = 0;
    const without: string[] = [];
    for (const [query, path] of headings) {
      const result = world.search.lexical({ query, limit: 5 });
      const paths = result.kind === "ok" ? result.hits.map((hit) => hit.document.relPath) : [];
      if (paths.length === 0) without.push(query);
      if (paths.includes(path)) found += 1;
    }
    world.close();
    rmSync(data, { recursive: true, force: true });
    expect(headings.size).toBeGreaterThan(100);
    expect(without).toEqual([]);
    expect(found / headings.size).toBeGreaterThanOrEqual(aim);
  });
});
