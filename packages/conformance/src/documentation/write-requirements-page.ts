import { writeFileSync } from "node:fs";
import { allRequirements } from "../requirements/all-requirements.js";
import { requirementsPage } from "./requirements-page.js";

writeFileSync(
  new URL("../../../../docs/is-my-connector-right.md", import.meta.url),
  requirementsPage(allRequirements),
);
