import type { Requirement } from "../requirement/requirement.js";
import { synchronizerRequirements } from "../synchronizer/synchronizer-requirements.js";
import { accountRequirements } from "./accounts.js";
import { applicationRequirements } from "./application.js";
import { arrowRequirements } from "./arrow.js";
import { attackRequirements } from "./attacks.js";
import { choiceRequirements } from "./choices.js";
import { compatibilityRequirements } from "./compatibility.js";
import { contentRequirements } from "./content.js";
import { dataRequirements } from "./data.js";
import { datalistRequirements } from "./datalist.js";
import { dateMeaningRequirements } from "./date-meaning.js";
import { dateRequirements } from "./dates.js";
import { dependentRequirements } from "./dependents.js";
import { disclosureRequirements } from "./disclosure.js";
import { errorRequirements } from "./errors.js";
import { fieldOptionRequirements } from "./field-options.js";
import { fieldRequirements } from "./fields.js";
import { filterCheckRequirements } from "./filter-check.js";
import { filterRequirements } from "./filters.js";
import { compressionRequirements, formatRequirements } from "./formats.js";
import { hostileRequirements } from "./hostile.js";
import { httpRequirements } from "./http.js";
import { logoRequirements } from "./logo.js";
import { mistakeRequirements } from "./mistakes.js";
import { oauth1Requirements } from "./oauth1.js";
import { oauth2FinishRequirements } from "./oauth2-finish.js";
import { oauth2RefreshRequirements } from "./oauth2-refresh.js";
import { oauth2StartRequirements } from "./oauth2-start.js";
import { ownAccountRequirements } from "./own-account.js";
import { pagingRequirements } from "./paging.js";
import { refusalRequirements } from "./refusals.js";
import { lapseRequirements, repeatRequirements } from "./repeats.js";
import { schemaRequirements } from "./schema.js";
import { securityRequirements } from "./security.js";
import { selectionRequirements } from "./selections.js";
import { setupRequirements } from "./setup.js";
import { sourceRequirements } from "./sources.js";
import { steadyRequirements } from "./steady.js";
import { streamingRequirements } from "./streaming.js";
import { timezoneRequirements } from "./timezone.js";
import { unknownNameRequirements } from "./unknown-names.js";
import { validateRequirements } from "./validate.js";
import { valueFilterRequirements } from "./value-filters.js";

/** Every requirement, in the order of reports. */
export const allRequirements: readonly Requirement[] = [
  ...applicationRequirements,
  ...accountRequirements,
  ...fieldRequirements,
  ...fieldOptionRequirements,
  ...sourceRequirements,
  ...httpRequirements,
  ...validateRequirements,
  ...dataRequirements,
  ...pagingRequirements,
  ...filterRequirements,
  ...streamingRequirements,
  ...formatRequirements,
  ...arrowRequirements,
  ...datalistRequirements,
  ...dateRequirements,
  ...schemaRequirements,
  ...filterCheckRequirements,
  ...timezoneRequirements,
  ...logoRequirements,
  ...errorRequirements,
  ...hostileRequirements,
  ...securityRequirements,
  ...oauth1Requirements,
  ...oauth2StartRequirements,
  ...oauth2FinishRequirements,
  ...oauth2RefreshRequirements,
  ...compatibilityRequirements,
  ...refusalRequirements,
  ...contentRequirements,
  ...repeatRequirements,
  ...choiceRequirements,
  ...dependentRequirements,
  ...valueFilterRequirements,
  ...dateMeaningRequirements,
  ...selectionRequirements,
  ...setupRequirements,
  ...attackRequirements,
  ...disclosureRequirements,
  ...ownAccountRequirements,
  ...unknownNameRequirements,
  ...mistakeRequirements,
  ...synchronizerRequirements,
  ...compressionRequirements,
  ...steadyRequirements,
  ...lapseRequirements,
];
