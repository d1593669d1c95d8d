/** Default folders by platform: given/want. */
import { describe, expect, test } from "vitest";
import { expandHome, platformDirs } from "../../src/app/paths.ts";

describe("platformDirs", () => {
  const rows = [
    {
      name: "Linux without XDG variables",
      given: ["linux", {}, "/home/ada"],
      want: {
        config: "/home/ada/.config/gno",
        data: "/home/ada/.local/share/gno",
        cache: "/home/ada/.cache/gno",
      },
    },
    {
      name: "Linux with XDG variables",
      given: [
        "linux",
        { XDG_CONFIG_HOME: "/x/c", XDG_DATA_HOME: "/x/d", XDG_CACHE_HOME: "/x/k" },
        "/home/ada",
      ],
      want: { config: "/x/c/gno", data: "/x/d/gno", cache: "/x/k/gno" },
    },
    {
      name: "a relative XDG variable is ignored",
      given: ["linux", { XDG_DATA_HOME: "data" }, "/home/ada"],
      want: {
        config: "/home/ada/.config/gno",
        data: "/home/ada/.local/share/gno",
        cache: "/home/ada/.cache/gno",
      },
    },
    {
      name: "macOS",
      given: ["darwin", {}, "/Users/ada"],
      want: {
        config: "/Users/ada/Library/Application Support/gno/config",
        data: "/Users/ada/Library/Application Support/gno/data",
        cache: "/Users/ada/Library/Caches/gno",
      },
    },
    {
      name: "Windows",
      given: ["win32", { APPDATA: "C:\\R", LOCALAPPDATA: "C:\\L" }, "C:\\Users\\ada"],
      want: { config: "C:\\R\\gno\\config", data: "C:\\L\\gno\\data", cache: "C:\\L\\gno\\cache" },
    },
    {
      name: "Windows without its variables",
      given: ["win32", {}, "C:\\Users\\ada"],
      want: {
        config: "C:\\Users\\ada\\AppData\\Roaming\\gno\\config",
        data: "C:\\Users\\ada\\AppData\\Local\\gno\\data",
        cache: "C:\\Users\\ada\\AppData\\Local\\gno\\cache",
      },
    },
  ] as const;
  test.each(rows)("$name", ({ given, want }) => {
    expect(platformDirs(given[0], given[1], given[2])).toEqual(want);
  });
});

test.each([
  { given: "~", want: "/home/ada" },
  { given: "~/notes", want: "/home/ada/notes" },
  { given: "~notes", want: "~notes" },
  { given: "/srv/~", want: "/srv/~" },
])("expandHome $given", ({ given, want }) => {
  expect(expandHome(given, "/home/ada")).toBe(want);
});
