/** Where config, data and cache live by default: XDG on Linux, the usual places on macOS and Windows. Pure. */
import { posix, win32 } from "node:path";

export interface Dirs {
  readonly config: string;
  readonly data: string;
  readonly cache: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** XDG says: a relative path in one of its variables is invalid and ignored. */
function xdg(value: string | undefined, fallback: string): string {
  return posix.join(value !== undefined && posix.isAbsolute(value) ? value : fallback, "gno");
}

/** Folders of a platform when no `GNO_*_DIR` is set. */
export function platformDirs(platform: NodeJS.Platform, env: Environment, home: string): Dirs {
  if (platform === "darwin") {
    const support = posix.join(home, "Library", "Application Support", "gno");
    return {
      config: posix.join(support, "config"),
      data: posix.join(support, "data"),
      cache: posix.join(home, "Library", "Caches", "gno"),
    };
  }
  if (platform === "win32") {
    const roaming = win32.join(env.APPDATA || win32.join(home, "AppData", "Roaming"), "gno");
    const local = win32.join(env.LOCALAPPDATA || win32.join(home, "AppData", "Local"), "gno");
    return {
      config: win32.join(roaming, "config"),
      data: win32.join(local, "data"),
      cache: win32.join(local, "cache"),
    };
  }
  return {
    config: xdg(env.XDG_CONFIG_HOME, posix.join(home, ".config")),
    data: xdg(env.XDG_DATA_HOME, posix.join(home, ".local", "share")),
    cache: xdg(env.XDG_CACHE_HOME, posix.join(home, ".cache")),
  };
}

/** A path typed by a user: `~` and `~/x` are his home, anything relative belongs to `cwd`. */
export function expandHome(path: string, home: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") || path.startsWith("~\\") ? posix.join(home, path.slice(2)) : path;
}
