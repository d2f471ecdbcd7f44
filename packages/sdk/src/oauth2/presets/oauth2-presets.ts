import { codePresets } from "./code-presets.js";
import { customersPresets } from "./customers-presets.js";
import { hrPresets } from "./hr-presets.js";
import { identityPresets } from "./identity-presets.js";
import { leisurePresets } from "./leisure-presets.js";
import { moneyPresets } from "./money-presets.js";
import { officePresets } from "./office-presets.js";
import { planningPresets } from "./planning-presets.js";

/**
 * Known OAuth 2 providers by id. If a provider changes a value, a connector can override it where it uses the preset.
 *
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#oauth2-presets
 * const { authorize } = oauth2Presets.github;
 * ```
 */
export const oauth2Presets = {
  ...codePresets,
  ...identityPresets,
  ...officePresets,
  ...planningPresets,
  ...customersPresets,
  ...moneyPresets,
  ...hrPresets,
  ...leisurePresets,
};

/** Id of a known OAuth 2 provider. */
export type OAuth2PresetName = keyof typeof oauth2Presets;
