import { defineConfig } from "vitest/config";
import { mutantParts } from "./tools/mutants.mjs";
import { ShortestFirst } from "./tools/shortest-first.mjs";
import shared from "./vitest.config.js";

const part = mutantParts[process.env["MUTANTS"] ?? ""];

/**
 * The tests of one part; see `tools/prove-mutants.mjs`. Each mutant has a worker of its own, so the files may share its
 * modules.
 */
export default defineConfig({
  test: {
    ...shared.test,
    include: [...(part?.tests ?? [])],
    sequence: { sequencer: ShortestFirst },
    // A mutant that hangs ends here; Stryker would start a process anew for it.
    testTimeout: part?.testTimeoutMs ?? 4000,
    hookTimeout: 4000,
    expect: { poll: { timeout: 3000 } },
  },
});
