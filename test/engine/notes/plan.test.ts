import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { CaptureRequest } from "../../../src/engine/engine.ts";
import { type CapturePlan, MAX_CONTENT_BYTES, planCapture } from "../../../src/engine/notes/plan.ts";
import { presets } from "../../../src/engine/notes/presets.ts";

const now = "2026-03-05T09:00:00.000Z";
const collection = { name: "notes", path: "/notes", pattern: "**/*.md", include: [], exclude: [] };

function planned(request: Partial<CaptureRequest>): ReturnType<typeof planCapture> {
  return planCapture({ collection, overwrite: false, tags: [], ...request }, now);
}

function plan(request: Partial<CaptureRequest>): CapturePlan {
  const result = planned(request);
  if (result.kind !== "plan") throw new Error(result.message);
  return result.plan;
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("the path", () => {
  const content = "Hello\n";
  test.each<[string, Partial<CaptureRequest>, string]>([
    ["from the title", { title: "Trip Plan" }, "trip-plan.md"],
    ["from title and folder", { title: "Trip Plan", folderPath: "a/b/" }, "a/b/trip-plan.md"],
    ["as given", { path: "a/Plan.md", title: "Other" }, "a/Plan.md"],
    ["with .md where it has no extension", { path: "a/plan" }, "a/plan.md"],
    ["with .md after a number", { path: "a/plan 1.2" }, "a/plan 1.2.md"],
    ["with another extension", { path: "a/plan.txt" }, "a/plan.txt"],
    ["with backslashes", { path: "a\\plan.md" }, "a/plan.md"],
    ["below the folder", { path: "plan.md", folderPath: "a" }, "a/plan.md"],
    ["moved below the folder", { path: "b/plan.md", folderPath: "a" }, "a/plan.md"],
    ["already below the folder", { path: "a/b/plan.md", folderPath: "a" }, "a/b/plan.md"],
    ["below a folder whose name starts alike", { path: "ab/plan.md", folderPath: "a" }, "a/plan.md"],
    ["from the heading, in a folder", { folderPath: "a", content: "# Budget\n" }, "a/budget.md"],
    ["in a folder, without any name", { folderPath: "a" }, "a/captured-note.md"],
    ["inbox", {}, `inbox/2026-03-05/capture-${sha("Hello").slice(0, 12)}.md`],
    ["inbox for a blank title", { title: "   " }, `inbox/2026-03-05/capture-${sha("Hello").slice(0, 12)}.md`],
    [
      "inbox of the day of capture",
      { source: { capturedAt: "2025-12-31T23:30:00-02:00" } },
      `inbox/2026-01-01/capture-${sha("Hello").slice(0, 12)}.md`,
    ],
  ])("%s", (_, request, want) => expect(plan({ content, ...request }).relPath).toBe(want));

  test("generated ones are opened when they exist, others are an error", () => {
    expect(plan({ content }).policy).toBe("open_existing");
    expect(plan({ content, title: "A" }).policy).toBe("error");
    expect(plan({ content, collisionPolicy: "create_with_suffix" }).policy).toBe("create_with_suffix");
  });
});

describe("the title", () => {
  test.each<[string, Partial<CaptureRequest>, string]>([
    ["given", { title: " Trip \n Plan ", content: "# Other\n" }, "Trip Plan"],
    ["of the source", { source: { title: "Page" }, content: "# Other\n", path: "x.md" }, "Page"],
    ["of the content", { content: "# Other\n", path: "x.md" }, "Other"],
    ["from the file name", { content: "Text\n", path: "a/trip plan.md" }, "trip plan"],
    ["fallback", { content: "Text\n" }, "Captured Note"],
  ])("%s", (_, request, want) => expect(plan(request).title).toBe(want));
});

describe("the text", () => {
  test("has title, tags and source, and the hash covers the body alone", () => {
    const result = plan({
      title: "A",
      content: "\r\nHello\r\nthere\r\n\r\n",
      tags: [" Project/Atlas ", "cache", "cache"],
    });
    expect(result.tags).toEqual(["project/atlas", "cache"]);
    expect(result.contentHash).toBe(sha("Hello\nthere"));
    expect(result.source).toEqual({ kind: "direct", capturedAt: now });
    expect(result.text).toBe(
      `---\ntitle: "A"\ntags:\n  - "project/atlas"\n  - "cache"\nsource:\n  kind: "direct"\n  capturedAt: "${now}"\n---\n\nHello\nthere\n\n`.replaceAll(
        "\n",
        "\r\n",
      ),
    );
  });

  test("merges the tags of the content with those given, and claims only sound ones", () => {
    const result = plan({ title: "A", content: "---\ntags: [Mine, 'no good!']\n---\nx\n", tags: ["b"] });
    expect(result.tags).toEqual(["mine", "b"]);
    expect(result.text).toContain('tags:\n  - "mine"\n  - "no good!"\n  - "b"\n');
  });

  test("keeps the address that a web clipper put under source", () => {
    const content = "---\nsource: https://example.com/a\n---\nx\n";
    expect(plan({ content }).source).toEqual({
      kind: "direct",
      capturedAt: now,
      url: "https://example.com/a",
    });
    expect(plan({ content, source: { kind: "web", url: "https://b.example" } }).source.url).toBe(
      "https://b.example",
    );
  });

  test("is untouched in a file that is not Markdown", () => {
    const result = plan({ path: "data.csv", content: "a,b\n1,2", tags: ["t"] });
    expect(result).toMatchObject({ text: "a,b\n1,2", tags: ["t"], markdown: false });
  });
});

describe("presets", () => {
  test.each(Object.keys(presets))("%s scaffolds a note with its own tags", (presetId) => {
    const result = plan({ presetId, title: "A: b" });
    const preset = presets[presetId]!;
    expect(result.tags).toEqual(preset.tags);
    expect(result.text).toContain("# A: b\n");
    for (const heading of preset.headings) expect(result.text).toContain(`\n## ${heading}\n`);
  });

  test("the scaffold of a decision, byte for byte", () => {
    expect(plan({ presetId: "decision-note", title: "Cache" }).text).toBe(
      `---\ntitle: "Cache"\ncategory: "decision"\nstatus: "proposed"\ntags:\n  - "decision"\nsource:\n  kind: "direct"\n  capturedAt: "${now}"\n---\n\n# Cache\n\n## Current Synthesis\n\n## Decision\n\n## Rationale\n\n## Consequences\n\n## Timeline\n`,
    );
  });

  test("content takes the place of the headings, tags come together", () => {
    const result = plan({ presetId: "project-note", title: "A", content: "Mine\n", tags: ["x"] });
    expect(result.tags).toEqual(["x", "project"]);
    expect(result.text).toContain('category: "project"\nstatus: "active"\n');
    expect(result.text).toMatch(/\n\nMine\n$/);
    expect(result.text).not.toContain("## Goal");
  });
});

describe("refusals", () => {
  const content = "Hello\n";
  test.each<[string, Partial<CaptureRequest>, RegExp]>([
    ["no content", {}, /content/],
    ["blank content", { content: " \n" }, /content/],
    ["a NUL", { content: "a\0b" }, /NUL/],
    ["a control character", { content: "a\u001b[31m" }, /control/],
    ["half a surrogate pair", { content: "a\ud800" }, /Unicode/],
    ["too much", { content: "é".repeat(MAX_CONTENT_BYTES / 2 + 1) }, /1048576/],
    ["a NUL in the title", { content, title: "a\0" }, /title/],
    ["a title without end", { content, title: "x".repeat(5000) }, /title/],
    ["an unknown preset", { content, presetId: "toString" }, /preset/],
    ["a bad tag", { content, tags: ["no good!"] }, /no good!/],
    ["an empty tag part", { content, tags: ["a//b"] }, /a\/\/b/],
    ["a path out of the collection", { content, path: "../x.md" }, /path/],
    ["a folder out of the collection", { content, title: "x", folderPath: "a/../.." }, /folderPath/],
    ["an absolute path", { content, path: "/etc/x" }, /absolute/],
    ["a drive letter", { content, path: "C:\\x.md" }, /absolute/],
    ["a folder as path", { content, path: "a/" }, /folder/],
    ["an unknown kind of source", { content, source: { kind: "dream" } }, /kind/],
    ["a bad date", { content, source: { capturedAt: "yesterday" } }, /capturedAt/],
    ["a day that no month has", { content, source: { observedAt: "2026-02-30" } }, /observedAt/],
    ["a bad address", { content, source: { url: "not a url" } }, /url/],
    ["a control character in the source", { content, source: { author: "a\0b" } }, /author/],
  ])("%s", (_, request, message) => {
    const result = planned(request);
    expect(result).toMatchObject({ kind: "invalid-input", message: expect.stringMatching(message) });
  });

  test.each([".git/x.md", "a/.SSH/x.md", "node_modules/x"])("%s is a sensitive place", (path) => {
    expect(planned({ content, path }).kind).toBe("invalid-path");
    expect(planned({ content, title: "x", folderPath: path }).kind).toBe("invalid-path");
  });

  test("exactly as much as allowed passes", () => {
    expect(planned({ content: "x".repeat(MAX_CONTENT_BYTES) }).kind).toBe("plan");
  });
});

test.each([
  ["2026-03-05", "2026-03-05T00:00:00.000Z"],
  ["2026-03-05T10:00", "2026-03-05T10:00:00.000Z"],
  ["2026-03-05T10:00:00+02:00", "2026-03-05T08:00:00.000Z"],
  ["2026-03-05t10:00:00.5z", "2026-03-05T10:00:00.500Z"],
])("the date %s is read as %s, whatever the zone of the machine", (observedAt, want) => {
  expect(plan({ content: "x", source: { observedAt } }).source.observedAt).toBe(want);
});
