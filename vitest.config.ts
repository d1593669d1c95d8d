import { defineConfig } from "vitest/config";

const slow = "test/**/*.slow.test.ts";

/** `npm test` runs the fast files; `npm run test:slow` sets CONCORDAT_TESTS=slow through its mode. */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === "slow" ? [slow] : ["test/**/*.test.ts"],
    exclude: mode === "slow" ? [] : [slow],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
