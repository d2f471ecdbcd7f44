import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { requirementSection, requirementsPage } from "./requirements-page.js";

const page = readFileSync(new URL("../../../../docs/is-my-connector-right.md", import.meta.url), "utf8");

test("requirementsPage() is what docs/is-my-connector-right.md holds", () => {
  expect(page).toBe(requirementsPage(allRequirements));
});

test("requirementsPage() has an anchor for every requirement", () => {
  for (const { id } of allRequirements) expect(page).toContain(`<a id="${id}"></a>`);
});

test("requirementSection() says why each requirement exists, what to do and which profiles require it", () => {
  for (const requirement of allRequirements) {
    const section = requirementSection(requirement);
    expect(section).toMatch(/\*\*Why\.\*\* .+\.\n\n\*\*Fix\.\*\* .+\./);
    expect(section).toMatch(/^Level by profile: .+\.$/m);
  }
});
