import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("a heap that grows is not marked in steps during the work, and is afterwards, also when it fails", () => {
  const built = new URL("../../dist/command-line/incremental-marking.js", import.meta.url).href;
  const program = `
    import { constants, PerformanceObserver } from "node:perf_hooks";
    import { withoutIncrementalMarking } from ${JSON.stringify(built)};
    let steps = 0;
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries())
        if (detail.kind === constants.NODE_PERFORMANCE_GC_INCREMENTAL) steps += 1;
    }).observe({ entryTypes: ["gc"] });
    /** Makes arrays that survive, 16 MB in all. Returns how often V8 began to mark it in steps. */
    const work = async () => {
      gc();
      const before = steps;
      const kept = [];
      for (let index = 0; index < 2000; index += 1) {
        kept.push(new Array(1000).fill(index));
        if (index % 64 === 0) await new Promise(setImmediate);
      }
      return steps - before;
    };
    const during = await withoutIncrementalMarking(work);
    const failed = await withoutIncrementalMarking(async () => { throw new Error("no"); }).catch(String);
    console.log(JSON.stringify([during, failed, (await work()) > 0]));`;
  const printed = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toEqual([0, "Error: no", true]);
});
