import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { publicBasis } from "./public-basis.js";
import { documentOf, publicSentences } from "./public-sentences.js";

const ids = publicSentences.map(({ id }) => id);
const resting = new Set(allRequirements.flatMap(({ rests }) => rests));

test("publicSentences has each id once", () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test("each sentence of the interface document is tested by a requirement, unless it asks for nothing", () => {
  const open = publicSentences.filter(
    ({ id, document, unobservable }) =>
      document === "interface" && !resting.has(id) && unobservable === undefined,
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});

test("a public profile asks for nothing that no public sentence says", () => {
  for (const { id, levels, rests } of allRequirements) {
    const documents = new Set(rests.map(documentOf));
    const isPublic =
      levels.interface !== undefined ||
      levels.v1 !== undefined ||
      levels.v2 !== undefined ||
      levels.v3 !== undefined;
    expect(isPublic, id).toBe(rests.length > 0);
    expect(documents.has("interface"), id).toBe(levels.interface !== undefined);
  }
});

test("publicBasis names requirements that exist", () => {
  const known = new Set(allRequirements.map(({ id }) => id));
  expect(Object.keys(publicBasis).filter((id) => !known.has(id))).toEqual([]);
});
