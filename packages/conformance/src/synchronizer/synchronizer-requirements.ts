import type { Requirement } from "../requirement/requirement.js";
import { changeRequirements } from "./changes.js";
import { configRequirements } from "./config.js";
import { dataRequirements } from "./data.js";
import { errorRequirements } from "./errors.js";
import { everyRowRequirements } from "./every-row.js";
import { fileRequirements } from "./files.js";
import { filteredRequirements } from "./filtered.js";
import { formRequirements } from "./forms.js";
import { offerRequirements } from "./offers.js";
import { pageRequirements } from "./pages.js";
import { positionRequirements } from "./positions.js";
import { relationRequirements } from "./relations.js";
import { schemaRequirements } from "./schema.js";
import { sinceRequirements } from "./since.js";
import { sizeRequirements } from "./sizes.js";
import { valueRequirements } from "./values.js";

/** Every requirement on the endpoints of the third generation, in the order of reports. */
export const synchronizerRequirements: readonly Requirement[] = [
  ...configRequirements,
  ...schemaRequirements,
  ...relationRequirements,
  ...dataRequirements,
  ...valueRequirements,
  ...pageRequirements,
  ...sizeRequirements,
  ...everyRowRequirements,
  ...filteredRequirements,
  ...positionRequirements,
  ...changeRequirements,
  ...sinceRequirements,
  ...formRequirements,
  ...fileRequirements,
  ...offerRequirements,
  ...errorRequirements,
];
