import { relative } from "node:path";
import { BaseSequencer } from "vitest/node";

/** Starts the fastest test files first, because `npm run proof mutants` stops at the first failure. */
export class ShortestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import("vitest/node").TestSpecification[]} files
   */
  async sort(files) {
    const { cache, config } = this.ctx;
    const durationOf = (/** @type {import("vitest/node").TestSpecification} */ { project, moduleId }) =>
      cache.getFileTestResults(`${project.name}:${relative(config.root, moduleId)}`)?.duration ?? 0;
    return files.toSorted((one, other) => durationOf(one) - durationOf(other));
  }
}
