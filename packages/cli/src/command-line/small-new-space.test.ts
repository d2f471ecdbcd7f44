import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the space for new objects hardly grows during the work, and grows afterwards, also when it fails", () => {
  const built = new URL("../../dist/command-line/small-new-space.js", import.meta.url).href;
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { inSmallNewSpace } from ${JSON.stringify(built)};
    const size = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space").space_size;
    /** Makes objects that survive, for which V8 enlarges the space. */
    const work = async () => {
      const kept = [];
      for (let index = 0; index < 400_000; index += 1) kept.push({ index });
      return kept.length;
    };
    const before = size();
    const result = await inSmallNewSpace(work);
    const during = size();
    const failed = await inSmallNewSpace(async () => { throw new Error("no"); }).catch(String);
    await work();
    console.log(JSON.stringify([result, failed, 4 * during <= size(), size() > 4 * before]));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toEqual([400_000, "Error: no", true, true]);
});
