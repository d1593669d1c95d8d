/** The folding and stemming that find matches again in a text agree with the tokenizers that made the index. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { foldCharacter, foldText, isDroppedMark, isWordCharacter } from "../../../src/engine/search/fold.ts";
import { stem } from "../../../src/engine/search/porter.ts";
import { tokensOf } from "../../../src/engine/search/query.ts";

/** Tokens of each text, in order. */
function sqliteTokens(tokenizer: string, texts: readonly string[]): string[][] {
  const db = new Database(":memory:");
  db.exec(`CREATE VIRTUAL TABLE t USING fts5(a, tokenize='${tokenizer} remove_diacritics 2');
    CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)`);
  const insert = db.prepare("INSERT INTO t (rowid, a) VALUES (?, ?)");
  db.transaction(() => {
    for (const [index, text] of texts.entries()) insert.run(index + 1, text);
  })();
  const tokens: string[][] = texts.map(() => []);
  for (const row of db.prepare('SELECT term, doc, "offset" AS at FROM v').iterate()) {
    const { term, doc, at } = row as { term: string; doc: number; at: number };
    tokens[doc - 1]![at] = term;
  }
  db.close();
  return tokens;
}

test("characters of the European scripts and the marks fold as in SQLite", () => {
  const assigned = /^[\p{L}\p{N}\p{M}\p{P}\p{S}\p{Z}]$/u;
  const codePoints = [...Array(0x530).keys(), ...Array.from({ length: 0x200 }, (_, index) => 0x1e00 + index)];
  const characters = codePoints
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => assigned.test(character))
    // Younger than the tables of SQLite, or two marks on one letter.
    .filter((character) => !/[\u01e0\u01e1\u037f\u0528-\u052f\u1fbe]/.test(character));
  const got = sqliteTokens(
    "unicode61",
    characters.map((character) => `q${character}q`),
  );
  for (const [index, character] of characters.entries()) {
    const codePoint = character.codePointAt(0)!;
    const want = isWordCharacter(codePoint)
      ? [`q${foldCharacter(character)}q`]
      : isDroppedMark(codePoint)
        ? ["qq"]
        : ["q", "q"];
    expect([character, got[index]]).toEqual([character, want]);
  }
});

test("texts part into the same tokens", () => {
  const unit = fc.constantFrom(..."abAB09_-.:/'\"é\u0301ñÄßжЖς東, \n😀");
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 20 }), { minLength: 1, maxLength: 30 }), (texts) => {
      expect(texts.map((text) => tokensOf(text, 1000).list)).toEqual(sqliteTokens("unicode61", texts));
    }),
  );
});

test("words have the same stems", () => {
  const ending = fc.constantFrom(
    ..."s es ies sses ed eed ing at bl iz y ational tional enci anci izer logi bli alli entli eli ousli ization ation".split(
      " ",
    ),
    ..."ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence".split(
      " ",
    ),
    ..."er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize e ll".split(" "),
  );
  const letters = fc.string({ unit: fc.constantFrom(..."abdeilnorstuvwxyz"), maxLength: 6 });
  const word = fc
    .tuple(letters, fc.array(ending, { maxLength: 3 }))
    .map(([start, ends]) => start + ends.join(""));
  fc.assert(
    fc.property(
      fc.array(
        word.filter((text) => text !== ""),
        { minLength: 50, maxLength: 50 },
      ),
      (words) => {
        expect(words.map((text) => [text, stem(text)])).toEqual(
          sqliteTokens("porter unicode61", words).map((tokens, index) => [words[index], tokens[0]]),
        );
      },
    ),
  );
});

test("all but the last letter of a stem begins its word", () => {
  const word = fc.string({ unit: fc.constantFrom(..."aeioubdlnrstvyz"), minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(word, (text) => {
      const root = stem(text);
      expect(text.startsWith(root.length < 3 ? root : root.slice(0, -1))).toBe(true);
    }),
  );
});

test("folded text knows where its characters came from", () => {
  const unit = fc.constantFrom("a", "B", "é", "e\u0301", "ß", "Ａ", "😀", "İ", " ");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      const { text: folded, offsets } = foldText(text);
      for (let at = 0; at < folded.length; at++) {
        const from = offsets?.[at] ?? at;
        const character = String.fromCodePoint(text.codePointAt(from)!);
        expect(foldText(character).text).toContain(folded[at]);
      }
    }),
  );
});
