import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { contractSentences } from "./contract-sentences.js";

const ids = contractSentences.map(({ id }) => id);
const covered = new Set(allRequirements.flatMap(({ covers }) => covers));

test("contractSentences has each id once", () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test("contractSentences has no sentence without a requirement, unless it cannot be seen from outside", () => {
  const open = contractSentences.filter(
    ({ id, unobservable }) => !covered.has(id) && unobservable === undefined,
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test("contractSentences calls no sentence unobservable that a requirement covers", () => {
  const both = contractSentences.filter(
    ({ id, unobservable }) => covered.has(id) && unobservable !== undefined,
  );
  expect(both.map(({ id }) => id)).toEqual([]);
});

test("allRequirements each cover a sentence that exists", () => {
  const lost = allRequirements.filter(
    ({ covers }) => covers.length === 0 || covers.some((id) => !ids.includes(id)),
  );
  expect(lost.map(({ id }) => id)).toEqual([]);
});
