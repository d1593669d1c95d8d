/** Text as the full-text indexes see it, on both sides. */
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { toIndexText, toQueryText } from "../../../src/engine/search/tokens.ts";

const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("toIndexText()", () => {
  test.each([
    ["plain text passes through", "Plain text, déjà vu.", "Plain text, déjà vu."],
    ["sharp s", "Straße STRAẞE", "Strasse STRAssE"],
    ["Han", "東京都", "東京 京都 都"],
    ["one character", "猫", "猫"],
    ["mixed without a blank", "Python入門", "Python 入門 門"],
    ["half-width Kana", "ｶﾞｽ", "ガス ス"],
    ["full-width Latin", "ＡＢＣ１", "ABC1"],
    ["Hangul", "한국어", "한국 국어 어"],
    ["beyond the basic plane", "𠮷野家", "𠮷野 野家 家"],
  ])("%s", (_name, given, want) => expect(squeeze(toIndexText(given))).toBe(want));
});

describe("a query finds what was indexed", () => {
  const find = (text: string, query: string): boolean => {
    const db = new Database(":memory:");
    db.exec("CREATE VIRTUAL TABLE t USING fts5(body, tokenize='unicode61 remove_diacritics 2')");
    db.prepare("INSERT INTO t VALUES (?)").run(toIndexText(text));
    const phrase = `"${squeeze(toQueryText(query))}"${/^.$/u.test(query) ? "*" : ""}`;
    return db.prepare("SELECT 1 FROM t WHERE t MATCH ?").get(phrase) !== undefined;
  };
  test.each([
    ["これは東京都の地図です", "東京都", true],
    ["これは東京都の地図です", "京都", true],
    ["これは東京都の地図です", "大阪", false],
    ["黒猫", "猫", true],
    ["黒猫が好き", "黒猫", true],
    ["ภาษาไทย", "ไทย", true],
    ["Straße", "strasse", true],
    ["strasse", "Straße", true],
    ["カタカナ", "ｶﾀｶﾅ", true],
  ])("%s by %s: %s", (text, query, want) => expect(find(text, query)).toBe(want));
});
