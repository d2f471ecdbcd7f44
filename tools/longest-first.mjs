import { BaseSequencer } from "vitest/node";

/** The slowest tests, in descending order of duration. If they started last, they would run alone at the end. */
const longest = [
  /postgres\/test\/database\./,
  /sqlite\/test\/database\./,
  /mysql\/test\/database\./,
  /isolate\.test/,
  /store-chaos\.test/,
  /(faults|damaged|refresh-replicas)\.test/,
  /(console|results|extremes|accessibility|hostile)\.test/,
  /(mcp|sql|serve|serve-callers|examples)\.test/,
  /(filter|digits|odd-files|endings|flow)\.test/,
  /(sqlite|files)\/test\//,
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
