/**
 * Reads an strace log and says where an answer ran ahead of the disk. A name may be given to bytes that are synced, and
 * an answer may be given when bytes and names behind it are synced.
 */

export interface SystemCall {
  readonly name: string;
  /** Paths of file descriptors and quoted arguments, in order. */
  readonly paths: readonly string[];
  readonly text: string;
}

/** In order of completion for calls that another thread interrupted; failed calls are left out. */
export function readCalls(log: string): readonly SystemCall[] {
  const begun = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of log.split("\n")) {
    const [, pid = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(\w+\(.*) <unfinished \.\.\.>$/.exec(rest)?.[1];
    if (unfinished !== undefined) {
      begun.set(pid, unfinished);
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const text = resumed === undefined ? rest : `${begun.get(pid) ?? ""}${resumed}`;
    const [, name, , result] = /^(\w+)\((.*)\)\s+= (-?\d+|\?)/.exec(text) ?? [];
    if (name === undefined || result === "?" || Number(result) < 0) continue;
    const paths = [...text.matchAll(/\d+<([^>]*)>|"((?:[^"\\]|\\.)*)"/g)].map(
      (match) => match[1] ?? match[2] ?? "",
    );
    calls.push({ name, paths, text });
  }
  return calls;
}

export interface Audit {
  readonly answers: number;
  readonly violations: readonly string[];
}

/** `isUserData`: paths whose bytes an answer stands for. `isAnswer`: writes that tell a caller of success. */
export function auditOrder(
  calls: readonly SystemCall[],
  isUserData: (path: string) => boolean,
  isAnswer: (call: SystemCall) => boolean,
): Audit {
  const dirty = new Set<string>();
  const violations: string[] = [];
  let answers = 0;
  for (const call of calls) {
    const [first = "", second = ""] = call.paths;
    if (call.name === "fsync" || call.name === "fdatasync") dirty.delete(first);
    else if (/^(link|rename)/.test(call.name)) {
      const [from, to] = first === second ? [first, second] : endpoints(call);
      if (!isUserData(to)) continue;
      if (dirty.has(from)) violations.push(`${to} got its name before its bytes were synced`);
      dirty.add(to.slice(0, to.lastIndexOf("/")));
    } else if (isAnswer(call)) {
      answers++;
      if (dirty.size > 0) violations.push(`an answer before a sync of ${[...dirty].join(", ")}`);
    } else if (/write/.test(call.name) && isUserData(first)) dirty.add(first);
  }
  return { answers, violations };
}

/** The -at forms name folders by descriptor as well; the names themselves are the quoted arguments. */
function endpoints(call: SystemCall): readonly [string, string] {
  const names = [...call.text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? "");
  return [names[0] ?? "", names[1] ?? ""];
}
