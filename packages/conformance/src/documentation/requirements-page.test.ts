import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { requirementsPage } from "./requirements-page.js";

const page = readFileSync(new URL("../../../../docs/is-my-connector-right.md", import.meta.url), "utf8");

test("requirementsPage() is what docs/is-my-connector-right.md holds", () => {
  expect(page).toBe(requirementsPage(allRequirements));
});

test("requirementsPage() lists every requirement", () => {
  for (const { id } of allRequirements) expect(page).toContain(`\n### ${id}\n`);
});
