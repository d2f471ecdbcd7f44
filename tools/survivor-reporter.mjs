/** @import { Stryker } from "@stryker-mutator/core" */
/** @typedef {Awaited<ReturnType<Stryker["runMutationTest"]>>[number]} MutantResult */

/** Prints each change that no test noticed as soon as it is known, for a run that takes long. A plugin of Stryker. */
class SurvivorReporter {
  /** @param {MutantResult} result */
  onMutantTested({ status, fileName, location, replacement }) {
    if (status !== "Survived" && status !== "NoCoverage") return;
    console.log(`not noticed: ${fileName}:${location.start.line}:${location.start.column}  ${replacement}`);
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "survivors", injectableClass: SurvivorReporter }];
