/** Generated typed values and predicates over them, made to meet: few keys, few values, and the ones that are often wrong. */
import fc from "fast-check";
import type { MetadataValues, Predicate, Scalar } from "../../../src/engine/search/predicate/types.ts";

const texts = fc.constantFrom(
  "x",
  "X",
  "",
  " x",
  "1",
  "true",
  "it's",
  'say "x"',
  "a\0b",
  "a",
  "é",
  "e\u0301",
  "東京",
  "😀",
  "\ud83d",
  "\ude00",
  "\\",
  "'; DROP TABLE document; --",
  "%",
  "\uffff",
);
const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 1.5, 0.1, 0.30000000000000004, 0.3, 2 ** 53, 2 ** 60, 1e21, 5e-324, -1e308),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Of one type each. */
const scalarLists = { texts, numbers, booleans: fc.boolean() } as const;
export const scalars: fc.Arbitrary<Scalar> = fc.oneof(texts, numbers, fc.boolean());

function lists(options: fc.ArrayConstraints): fc.Arbitrary<Scalar[]> {
  return fc.oneof(...Object.values(scalarLists).map((one) => fc.array(one as fc.Arbitrary<Scalar>, options)));
}

export const keys = fc.constantFrom(
  "a",
  "b",
  "A",
  "a.b",
  "$",
  'k"',
  "k'\\",
  "ключ",
  "x\0y",
  "\ud800",
  "*",
  "0",
);

export const values: fc.Arbitrary<MetadataValues> = fc.dictionary(
  keys,
  fc.oneof(scalars, lists({ maxLength: 4 })),
  { maxKeys: 6 },
);

const leaves: fc.Arbitrary<Predicate> = fc.oneof(
  fc.record({ op: fc.constantFrom("eq", "ne"), key: keys, value: scalars }),
  fc.record({ op: fc.constantFrom("gt", "gte", "lt", "lte"), key: keys, value: numbers }),
  fc.record({
    op: fc.constantFrom("in", "nin", "all"),
    key: keys,
    values: lists({ minLength: 1, maxLength: 4 }),
  }),
  fc.record({ op: fc.constant("exists"), key: keys, value: fc.boolean() }),
) as fc.Arbitrary<Predicate>;

export const predicates: fc.Arbitrary<Predicate> = fc.letrec<{ node: Predicate }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc.record({
      op: fc.constantFrom("and", "or"),
      predicates: fc.array(tie("node"), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Predicate>,
    fc.record({ op: fc.constant("not"), predicate: tie("node") }) as fc.Arbitrary<Predicate>,
  ),
})).node;
