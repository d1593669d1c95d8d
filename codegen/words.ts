/** Reads the cells of closed columns: each reader reports what it does not know and returns something to go on with. */
import type { Problems } from "./problems.ts";

export interface CellReader {
  yes(line: number, cell: string): boolean;
  int(line: number, cell: string, low: number, high: number): number;
  word<Word extends string>(line: number, cell: string, words: readonly Word[]): Word;
  /** A name that another table of the file defines. */
  known(line: number, cell: string, names: readonly string[], table: string): string;
  list(cell: string): string[];
  name(line: number, cell: string): string;
  id(line: number, cell: string): string;
}

export function cellReader(file: string, problems: Problems): CellReader {
  const pattern = (line: number, cell: string, shape: RegExp, hint: string): string => {
    if (!shape.test(cell)) problems.add(file, line, `"${cell}" is not allowed here; ${hint}`);
    return cell;
  };
  const word = <Word extends string>(line: number, cell: string, words: readonly Word[]): Word => {
    if (!(words as readonly string[]).includes(cell)) {
      problems.add(file, line, `"${cell}" is not allowed here; choose one of: ${words.join(", ")}`);
    }
    return cell as Word;
  };
  return {
    word,
    yes: (line, cell) => word(line, cell, ["yes", "no"]) === "yes",
    int: (line, cell, low, high) => {
      const value = Number(cell);
      if (!/^-?\d+$/.test(cell) || value < low || value > high) {
        problems.add(
          file,
          line,
          `"${cell}" is not allowed here; write a whole number from ${low} to ${high}`,
        );
      }
      return value;
    },
    known: (line, cell, names, table) => {
      if (!names.includes(cell))
        problems.add(file, line, `"${cell}" is not in ${table}; add its row or correct the name`);
      return cell;
    },
    list: (cell) => (cell === "-" ? [] : cell.split(/ +/)),
    name: (line, cell) =>
      pattern(line, cell, /^[a-z][a-z0-9-]*$/, "use lower case letters, digits and hyphens"),
    id: (line, cell) =>
      pattern(line, cell, /^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$/, "join letters and digits by . or -"),
  };
}
