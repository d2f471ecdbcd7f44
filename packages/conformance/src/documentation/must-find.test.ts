import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listPlantedFaults } from "../proof/planted-fault.js";
import { allRequirements } from "../requirements/all-requirements.js";
import { faultFamilies, faultFamilyTable } from "./must-find.js";
import { proofPage } from "./replace-section.js";

const faults = listPlantedFaults();

test("faultFamilies names requirements and planted servers that exist", () => {
  const ids = new Set(allRequirements.map(({ id }) => id));
  const planted = new Set(faults.map(({ id }) => id));
  const unknown = faultFamilies.flatMap((family) => [
    ...family.requirements.filter((id) => !ids.has(id)),
    ...family.planted.filter((id) => !planted.has(id)),
  ]);
  expect(unknown).toEqual([]);
});

test("every planted fault has a unique id, and every reason for silence a fault", () => {
  const ids = faults.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(faults.filter(({ silence }) => silence !== undefined).length).toBe(22);
});

test("docs/judge-proof.md holds the table of fault families", () => {
  expect(readFileSync(proofPage, "utf8")).toContain(faultFamilyTable());
});
