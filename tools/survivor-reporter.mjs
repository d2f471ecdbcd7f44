/** @import { Stryker } from "@stryker-mutator/core" */
/** @typedef {Awaited<ReturnType<Stryker["runMutationTest"]>>[number]} MutantResult */

/** A Stryker plugin that prints each undetected change as soon as it is known, for runs that take long. */
class SurvivorReporter {
  /** @param {MutantResult} result */
  onMutantTested({ status, fileName, location, replacement }) {
    if (status !== "Survived" && status !== "NoCoverage") return;
    console.log(`not noticed: ${fileName}:${location.start.line}:${location.start.column}  ${replacement}`);
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "survivors", injectableClass: SurvivorReporter }];
