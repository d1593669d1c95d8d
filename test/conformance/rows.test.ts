/** Rows, properties and their files name each other, both ways. */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { properties } from "../../conformance/properties/all.ts";
import { rowByKey, rowOn, rows } from "../../conformance/rows.ts";
import { requirements } from "../../generated/mcp/requirements.ts";

const folder = new URL("../../conformance/properties/", import.meta.url);

describe("rows and properties", () => {
  test("every check names a property that claims the row", () => {
    const lost = rows.filter(
      (row) => row.check !== "-" && !properties.find((one) => one.id === row.check)?.rows.includes(row.id),
    );
    expect(lost.map((row) => row.key)).toEqual([]);
  });

  test("every row of a property names that property", () => {
    const wrong = properties.flatMap((property) =>
      property.rows
        .filter((id) => {
          const named = property.on.flatMap((wire) => rowOn(id, wire) ?? []);
          return named.length === 0 || named.some((row) => row.check !== property.id);
        })
        .map((id) => `${property.id}: ${id}`),
    );
    expect(wrong).toEqual([]);
  });

  test("every row can be reached on a wire where its property runs", () => {
    const dark = rows.filter(
      (row) =>
        row.check !== "-" &&
        !properties.some(
          (one) => one.id === row.check && one.on.some((wire) => rowOn(row.id, wire)?.key === row.key),
        ),
    );
    expect(dark.map((row) => row.key)).toEqual([]);
  });

  test("contract rows share no id with the revisions, and keys are unique", () => {
    const ids = new Set(requirements.map((row) => row.id));
    expect(rows.filter((row) => row.era === "both" && ids.has(row.id)).map((row) => row.key)).toEqual([]);
    expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
    expect(rowByKey("2026-07-28/http.origin-refused")?.level).toBe("MUST");
  });

  test("every file of the folder is in the list and is called like its property", () => {
    const files = readdirSync(folder).filter((name) => name !== "all.ts");
    const named = properties.map((one) => `${one.id.replaceAll(".", "-")}.ts`);
    expect(files.toSorted()).toEqual(named.toSorted());
  });

  test("claims are sentences without a full stop, each said once", () => {
    const claims = properties.map((one) => one.claim);
    expect(claims.filter((claim) => /[.]$/.test(claim) || !/^[A-Z]|^[a-z]+\//.test(claim))).toEqual([]);
    expect(new Set(claims).size).toBe(claims.length);
  });
});
