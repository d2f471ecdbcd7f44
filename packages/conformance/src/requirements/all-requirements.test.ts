import { expect, test } from "vitest";
import { areas } from "../requirement/area.js";
import { allRequirements } from "./all-requirements.js";

test("allRequirements has 120 requirements at least, each id once", () => {
  const ids = allRequirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(120);
});

test("allRequirements keeps every id with the level and the sentence it was published with", () => {
  const frozen = Object.fromEntries(
    allRequirements.map(({ id, levels, sentence }) => [id, { levels, sentence }]),
  );
  expect(frozen).toMatchSnapshot();
});

test("allRequirements names each requirement after its area and says everything in full", () => {
  for (const { id, area, section, sentence, reason, fix } of allRequirements) {
    expect(id.startsWith(`${area}.`), id).toBe(true);
    expect(Object.keys(areas)).toContain(area);
    for (const text of [section, sentence, reason, fix]) expect(text.length, id).toBeGreaterThan(3);
    for (const text of [sentence, reason, fix]) expect(text.endsWith("."), id).toBe(false);
  }
});
