import { BaseSequencer } from "vitest/node";

/** The slowest tests, in descending order of duration. If they started last, they would run alone at the end. */
const longest = [
  /postgres\/test\/database\./,
  /sqlite\/test\/database\./,
  /mysql\/test\/database\./,
  /(serve-reload|console|results|isolate)\.test/,
  /(dev-session|serve-quotas|pull-sync|reference|mcp)\.test/,
  /store-chaos\.test/,
  /(login|serve|serve-callers|sql|author-mistakes|tapes)\.test/,
  /(faults|damaged|start-faults|refresh-replicas)\.test/,
  /(extremes|accessibility|hostile|synchronize|date-preview|oauth)\.test/,
  /(update|update-access|activity-workers|serve-stop|operator|histories|served-histories|all-wrong-servers)\.test/,
  /(filter|shared-filters|digits|odd-files|endings|flow|examples)\.test/,
  /(sqlite|files)\/test\//,
  /conformance\.test/,
];

/** @param {{ readonly moduleId: string }} file */
function rank({ moduleId }) {
  const found = longest.findIndex((name) => name.test(moduleId));
  return found === -1 ? longest.length : found;
}

/** Starts the slowest test files first. */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is a method of the sequencer, not of an array
    const usual = await super.sort(files);
    return [...usual].toSorted((one, other) => rank(one) - rank(other));
  }
}
