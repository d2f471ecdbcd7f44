import { expect, test } from "vitest";
import { fairShares, jainIndex } from "./fairness.mjs";

test("fairShares() gives small demands whole, and shares the rest equally", () => {
  expect(fairShares([1, 10, 4, 10], 15)).toEqual([1, 5, 4, 5]);
  expect(fairShares([1, 2], 3)).toEqual([1, 2]);
  expect(fairShares([5, 5], 0)).toEqual([0, 0]);
});

test("jainIndex() is 1 for fair shares, and near 1/n if one gets everything", () => {
  const tenants = (served) => served.map((own) => ({ asked: 10, served: own }));
  expect(jainIndex(tenants([5, 5, 5, 5]))).toBe(1);
  expect(jainIndex(tenants([8, 0, 0, 0]))).toBe(0.25);
  expect(jainIndex([{ asked: 1, served: 1 }, ...tenants([6, 6])])).toBe(1);
  expect(jainIndex(tenants([0, 0]))).toBe(0);
});
