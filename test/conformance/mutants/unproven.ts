/** Rows that decide the exit code, are checked, and have no mutant yet that shows the check to fail. */
export const unproven: readonly string[] = [
  // Node drops white space around header values before any code of the reference server sees them.
  "2026-07-28/http.header-space",
  // The reference server runs inside the test and has no stderr of its own.
  "2026-07-28/stdio.stderr-free",
  // The reference server asks for no token and knows no rate.
  "2025-11-25/session.no-access",
  "2026-07-28/tools.rate-limited",
];
