import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { allRequirements } from "../requirements/all-requirements.js";
import { faultFamilyTable } from "./must-find.js";
import { replaceSection } from "./replace-section.js";
import { requirementPageOf, requirementsPage } from "./requirements-page.js";

const docs = new URL("../../../../docs/", import.meta.url);

writeFileSync(new URL("is-my-connector-right.md", docs), requirementsPage(allRequirements));
rmSync(new URL("requirements/", docs), { recursive: true, force: true });
mkdirSync(new URL("requirements/", docs));
for (const requirement of allRequirements) {
  writeFileSync(new URL(`requirements/${requirement.id}.md`, docs), requirementPageOf(requirement));
}
replaceSection("families", faultFamilyTable());
