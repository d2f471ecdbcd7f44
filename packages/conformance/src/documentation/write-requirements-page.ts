import { writeFileSync } from "node:fs";
import { allRequirements } from "../requirements/all-requirements.js";
import { faultFamilyTable } from "./must-find.js";
import { replaceSection } from "./replace-section.js";
import { requirementsPage } from "./requirements-page.js";

const page = new URL("../../../../docs/is-my-connector-right.md", import.meta.url);

writeFileSync(page, requirementsPage(allRequirements));
replaceSection("families", faultFamilyTable());
