import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { egressRefusal } from "./address-policy.js";
import { configureEgress, dial, Egress, processEgress, withEgress } from "./egress.js";

beforeEach(() => {
  onTestFinished(() => configureEgress({}));
});

it("the egress of the process is the configured one, and always the same", () => {
  configureEgress({ allow: "10.0.0.1:1" });
  expect(processEgress().allow).toBe("10.0.0.1:1");
  expect(processEgress()).toBe(processEgress());
  configureEgress({ allow: "10.0.0.2:2" });
  expect(processEgress().allow).toBe("10.0.0.2:2");
});

it("work has an egress of its own, also in its timers and promises, and nothing else has it", async () => {
  const own = new Egress({ allow: "10.0.0.1:1" });
  const found = withEgress(own, async () => {
    const first = processEgress();
    await turn();
    return [first, processEgress()];
  });
  expect(processEgress()).not.toBe(own);
  expect(await found).toEqual([own, own]);
});

it("`dial()` obeys the egress of the current work", async () => {
  const target = { host: "127.0.0.1", port: 1 };
  configureEgress({ allow: "" });
  await expect(dial(target)).rejects.toThrow(egressRefusal);
  const open = new Egress({ allow: "127.0.0.1:1" });
  await expect(withEgress(open, () => dial(target))).rejects.toThrow("nothing listens on port 1");
});

it("an egress allows what the environment says, unless its options say something else", () => {
  const before = process.env["WELLHEAD_ALLOW"];
  onTestFinished(() => {
    if (before === undefined) delete process.env["WELLHEAD_ALLOW"];
    else process.env["WELLHEAD_ALLOW"] = before;
  });
  process.env["WELLHEAD_ALLOW"] = "10.0.0.1:1";
  expect([new Egress().allow, new Egress({ allow: "" }).allow]).toEqual(["10.0.0.1:1", ""]);
  delete process.env["WELLHEAD_ALLOW"];
  expect(new Egress().allow).toBe("");
});
