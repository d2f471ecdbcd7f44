import { BaseSequencer } from "vitest/node";

/** The slowest tests, in descending order of duration. If they started last, they would run alone at the end. */
const longest = [
  /postgres\/test\/database\./,
  /sqlite\/test\/database\./,
  /mysql\/test\/database\./,
  /(serve-reload|console|results|isolate)(\.long)?\.test/,
  /(dev-session|serve-quotas|pull-sync|reference|mcp)(\.long)?\.test/,
  /store-chaos(\.long)?\.test/,
  /(login|serve|serve-callers|sql|author-mistakes|tapes)(\.long)?\.test/,
  /(faults|damaged|start-faults|refresh-replicas)(\.long)?\.test/,
  /(extremes|accessibility|hostile|synchronize|date-preview|oauth)(\.long)?\.test/,
  /(update|update-access|activity-workers|serve-stop|operator|histories|served-histories|all-wrong-servers)(\.long)?\.test/,
  /(filter|shared-filters|digits|odd-files|endings|flow|examples)(\.long)?\.test/,
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
