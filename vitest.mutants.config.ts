import { defineConfig } from "vitest/config";
import { mutantParts } from "./tools/mutants.mjs";
import shared from "./vitest.config.js";

const part = mutantParts[process.env["MUTANTS"] ?? ""];

/** The tests of one part; see `tools/prove-mutants.mjs`. A changed module must not stay loaded for the next file. */
export default defineConfig({
  test: { ...shared.test, isolate: true, include: [...(part?.tests ?? [])] },
});
