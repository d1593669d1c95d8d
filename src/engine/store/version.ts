/**
 * The SQLite version gate. 3.7.0 to 3.51.2 can lose committed rows when two connections write and checkpoint at
 * once (the WAL-reset fault), except in the lines that got the repair.
 */
import { StoreError } from "./errors.ts";

function isSafeSqlite(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (major !== 3) return major > 3;
  if (minor === 44) return patch >= 6;
  if (minor === 50) return patch >= 7;
  if (minor === 51) return patch >= 3;
  return minor > 51;
}

export function checkSqliteVersion(version: string): void {
  if (isSafeSqlite(version)) return;
  throw new StoreError(
    "sqlite-version",
    `SQLite ${version} can lose committed data when two processes write. Reinstall the packages (npm ci) to get 3.51.3 or later.`,
  );
}
