export {
  OAuthProvider,
  type OAuthProviderAddresses,
  type OAuthProviderOptions,
  startOAuthProvider,
} from "./oauth/oauth-provider.js";
export { type Area, areas } from "./requirement/area.js";
export type { Level, Levels, Profile } from "./requirement/level.js";
export type { Requirement } from "./requirement/requirement.js";
export { allRequirements } from "./requirements/all-requirements.js";
export type { ConformanceOptions, FailingRequest } from "./run/conformance-options.js";
export type {
  ConformanceReport,
  Evidence,
  Measurements,
  RequirementResult,
  Verdict,
} from "./run/conformance-report.js";
export { runConformance } from "./run/run-conformance.js";
