import { defineConfig } from "vitest/config";
import { mutantParts } from "./tools/mutation/mutants.mjs";
import { ShortestFirst } from "./tools/mutation/shortest-first.mjs";
import shared from "./vitest.config.js";

const part = mutantParts[process.env["MUTANTS"] ?? ""];

/** Greater than 1 while mutants are tried again that made a test take too long. */
const timeoutFactor = Number(process.env["MUTANTS_TIMEOUT_FACTOR"] ?? 1);

/**
 * The tests of one part; see `tools/mutation/prove-mutants.mjs`. Each mutant has a worker of its own, so the files may share its
 * modules.
 */
export default defineConfig({
  test: {
    ...shared.test,
    include: [...(part?.tests ?? [])],
    sequence: { sequencer: ShortestFirst },
    // A mutant that hangs ends here; Stryker would start a process anew for it.
    testTimeout: (part?.testTimeoutMs ?? 4000) * timeoutFactor,
    hookTimeout: 4000 * timeoutFactor,
    expect: { poll: { timeout: 3000 * timeoutFactor } },
  },
});
