import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allRequirements } from "../requirements/all-requirements.js";
import { requirementPageOf, requirementsPage } from "./requirements-page.js";

const docs = new URL("../../../../docs/", import.meta.url);
const page = readFileSync(new URL("is-my-connector-right.md", docs), "utf8");

test("requirementsPage() is what docs/is-my-connector-right.md holds", () => {
  expect(page).toBe(requirementsPage(allRequirements));
});

test("requirementPageOf() is what each page of docs/requirements holds, and there is no other page", () => {
  const pages = readdirSync(new URL("requirements/", docs)).toSorted();
  expect(pages).toEqual(allRequirements.map(({ id }) => `${id}.md`).toSorted());
  for (const requirement of allRequirements) {
    const text = readFileSync(new URL(`requirements/${requirement.id}.md`, docs), "utf8");
    expect(text).toBe(requirementPageOf(requirement));
  }
});

test("requirementsPage() links to the page of every requirement", () => {
  for (const { id } of allRequirements) expect(page).toContain(`](requirements/${id}.md)`);
});
