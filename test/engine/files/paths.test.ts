import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  isDangerousRoot,
  isInside,
  locate,
  type Platform,
  parseRelPath,
  parseRoot,
  sensitiveSegment,
  toRelPath,
} from "../../../src/engine/files/paths.ts";

describe("parseRelPath", () => {
  const accepted: [given: string, want: string, platform?: Platform][] = [
    ["a.md", "a.md"],
    ["a/b.md", "a/b.md"],
    ["./a//b/./c.md", "a/b/c.md"],
    ["a\\b.md", "a/b.md"],
    ["..notes.md", "..notes.md"],
    ["a..b.md", "a..b.md"],
    [".../x.md", ".../x.md"],
    ["%2e%2e%2fx.md", "%2e%2e%2fx.md"],
    ["%252e%252e%252fx.md", "%252e%252e%252fx.md"],
    ["Größe/日本語 🌵.md", "Größe/日本語 🌵.md"],
    ["con.md", "con.md", "posix"],
    ["why?.md", "why?.md", "posix"],
    ["console.md", "console.md", "win32"],
  ];
  test.each(accepted)("%j is %j", (given, want, platform = "posix") => {
    expect(parseRelPath(given, platform)).toEqual({ kind: "ok", path: want });
  });

  const refused: [given: string, platform?: Platform][] = [
    [""],
    ["."],
    ["//"],
    ["../x.md"],
    ["a/../../x.md"],
    ["a/../x.md"],
    ["..\\x.md"],
    ["a\\..\\..\\x.md"],
    [".."],
    ["/etc/hostname"],
    ["\\etc\\hostname"],
    ["C:\\x.md"],
    ["C:/x.md"],
    ["c:x.md"],
    ["\\\\server\\share\\x.md"],
    ["//server/share/x.md"],
    ["~/x.md"],
    ["a\0b.md"],
    ["a\nb.md"],
    [" /a.md"],
    ["a/\u3000/b.md"],
    ["a/\u202e\ufeff/b.md"],
    ["gno://notes/a.md"],
    ["https:\\\\example.org/a.md"],
    ["\ud800.md"],
    [`${"x".repeat(300)}.md`],
    ["d/".repeat(600)],
    ["con.md", "win32"],
    ["a/NUL", "win32"],
    ["com1.notes.md", "win32"],
    ["why?.md", "win32"],
    ["a:stream.md", "win32"],
    ["a./b.md", "win32"],
    ["a /b.md", "win32"],
  ];
  test.each(refused)("%j is refused", (given, platform = "posix") => {
    expect(parseRelPath(given, platform).kind).toBe("invalid");
  });

  test.each(["posix", "win32"] as const)("whatever it accepts stays below its root (%s)", (platform) => {
    const root = platform === "win32" ? "C:\\Vault" : "/vault";
    const piece = fc.constantFrom("..", ".", "a", "/", "\\", "C:", "~", "%2e", " ", "\0", "..a", "é");
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(piece).map((pieces) => pieces.join("")),
    );
    fc.assert(
      fc.property(text, (given) => {
        const checked = parseRelPath(given, platform);
        if (checked.kind === "invalid") return;
        const file = path[platform].resolve(root, checked.path);
        expect(file).not.toBe(root);
        expect(isInside(root, file, platform)).toBe(true);
        expect(toRelPath(root, file, platform)).toBe(checked.path);
        expect(parseRelPath(checked.path, platform)).toEqual(checked);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("sensitiveSegment", () => {
  test.each([
    ["a/.git/config", ".git"],
    [".SSH/id", ".SSH"],
    ["x/Node_Modules/y.md", "Node_Modules"],
    [".git./hooks/x", ".git."],
    [".g\u200cit/x", ".g\u200cit"],
    [".config", ".config"],
  ])("%j has %j", (given, want) => expect(sensitiveSegment(given)).toBe(want));

  test.each(["git/x.md", "a/.gitignore", "my.config/x.md", ".awsome/x"])("%j has none", (given) =>
    expect(sensitiveSegment(given)).toBeUndefined(),
  );
});

describe("isInside", () => {
  test.each<[Platform, string, string, boolean]>([
    ["posix", "/vault", "/vault/a.md", true],
    ["posix", "/vault", "/vault", true],
    ["posix", "/vault", "/vault-two/a.md", false],
    ["posix", "/vault", "/vault/..a.md", true],
    ["posix", "/vault", "/", false],
    ["posix", "/", "/etc", true],
    ["win32", "C:\\My Notes", "c:\\my notes\\a.md", true],
    ["win32", "C:\\My Notes", "C:\\My Notes 2\\a.md", false],
    ["win32", "C:\\My Notes", "D:\\My Notes\\a.md", false],
    ["win32", "\\\\server\\share", "\\\\server\\share\\a.md", true],
    ["win32", "\\\\server\\share", "\\\\server\\other\\a.md", false],
  ])("%s: %s and %s", (platform, root, file, want) => expect(isInside(root, file, platform)).toBe(want));
});

describe("parseRoot", () => {
  const windows = { home: "C:\\Users\\Dana", cwd: "D:\\work" };
  test.each([
    "C:\\My Notes",
    "c:\\My Notes",
    "C:/My Notes",
    "c:/My Notes/",
    "C:\\My Notes\\",
    "file:///C:/My%20Notes",
    "file:///c:/My%20Notes/",
    "  C:\\My Notes  ",
  ])("%j is one folder on Windows", (given) => {
    expect(parseRoot(given, windows, "win32")).toEqual({ kind: "ok", path: "C:\\My Notes" });
  });

  const base = { home: "/home/dana", cwd: "/work" };
  test.each<[string, string]>([
    ["/home/dana/My Notes/", "/home/dana/My Notes"],
    ["~/My Notes", "/home/dana/My Notes"],
    ["~", "/home/dana"],
    ["file:///home/dana/My%20Notes", "/home/dana/My Notes"],
    ["notes", "/work/notes"],
    ["./notes/../other", "/work/other"],
  ])("%j is %j", (given, want) =>
    expect(parseRoot(given, base, "posix")).toEqual({ kind: "ok", path: want }),
  );

  test.each(["", "  ", "a\0b", "file://server/share"])("%j is refused", (given) =>
    expect(parseRoot(given, base, "posix").kind).toBe("invalid"),
  );
});

describe("isDangerousRoot", () => {
  test.each<[Platform, string, boolean]>([
    ["posix", "/", true],
    ["posix", "/home/dana", true],
    ["posix", "/home/dana/.ssh", true],
    ["posix", "/etc", true],
    ["posix", "/home/dana/notes", false],
    ["posix", "/var/notes", false],
    ["posix", "/proc/self", true],
    ["posix", "/dev", true],
    ["posix", "/devices", false],
    ["win32", "C:\\", true],
    ["win32", "c:\\users\\dana", true],
    ["win32", "C:\\Users\\Dana\\Notes", false],
  ])("%s %s: %s", (platform, root, want) => {
    const home = platform === "win32" ? "C:\\Users\\Dana" : "/home/dana";
    expect(isDangerousRoot(root, home, platform)).toBe(want);
  });
});

describe.skipIf(process.platform === "win32")("locate", () => {
  let base: string;
  let root: string;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(path.join(tmpdir(), "locate-")));
    root = path.join(base, "vault");
    mkdirSync(path.join(root, "real"), { recursive: true });
    mkdirSync(path.join(base, "vault-two"));
    writeFileSync(path.join(root, "note.md"), "x");
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  test("joins below the root, also through folders that are not there yet", async () => {
    expect(await locate(root, "real/new/x.md")).toEqual({
      kind: "ok",
      file: path.join(root, "real", "new", "x.md"),
      relPath: "real/new/x.md",
    });
  });

  test("follows a link that stays inside and gives the real place", async () => {
    symlinkSync("real", path.join(root, "alias"));
    expect(await locate(root, "alias/x.md")).toMatchObject({
      kind: "ok",
      file: path.join(root, "real", "x.md"),
      relPath: "real/x.md",
    });
  });

  test.each([
    ["a link to the parent", ".."],
    ["a link to a sibling whose name starts like the root's", "../vault-two"],
    ["an absolute link", "/etc"],
    ["a link to nothing", "gone"],
    ["a link to itself", "way"],
    ["a link to a file", "note.md"],
  ])("refuses %s", async (_, target) => {
    symlinkSync(target, path.join(root, "way"));
    expect((await locate(root, "way/x.md")).kind).toBe("outside");
  });

  test("refuses a file in the place of a folder", async () => {
    expect((await locate(root, "note.md/x.md")).kind).toBe("outside");
  });

  test("follows the root itself when it is a link", async () => {
    symlinkSync("vault", path.join(base, "door"));
    expect(await locate(path.join(base, "door"), "x.md")).toMatchObject({ file: path.join(root, "x.md") });
  });

  test("says that the root is gone", async () => {
    expect((await locate(path.join(base, "unmounted"), "x.md")).kind).toBe("root-missing");
    expect((await locate(path.join(root, "note.md"), "x.md")).kind).toBe("root-missing");
  });
});
