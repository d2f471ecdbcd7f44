export type { BodyEnding, SentRequest } from "./exchange/exchange.js";
export {
  OAuthProvider,
  type OAuthProviderAddresses,
  type OAuthProviderOptions,
  startOAuthProvider,
} from "./oauth/oauth-provider.js";
export type { Clock, Waiting } from "./probe/patience.js";
export { badgeReport } from "./report/badge-report.js";
export { type ChangedVerdict, compareReports, formatChanges } from "./report/compare-reports.js";
export { exitCodeOf, exitCodes } from "./report/exit-code-of.js";
export { githubReport } from "./report/github-report.js";
export { htmlReport } from "./report/html-report.js";
export { jsonReport } from "./report/json-report.js";
export { junitReport } from "./report/junit-report.js";
export { readReport } from "./report/read-report.js";
export { sarifReport } from "./report/sarif-report.js";
export { type TerminalReportOptions, terminalReport } from "./report/terminal-report.js";
export { type Area, areas } from "./requirement/area.js";
export type { ConformanceOptions, FailingRequest } from "./requirement/conformance-options.js";
export type { Level, Levels, Profile } from "./requirement/level.js";
export type { Requirement } from "./requirement/requirement.js";
export { allRequirements } from "./requirements/all-requirements.js";
export type {
  Cause,
  ConformanceReport,
  Evidence,
  Measurements,
  RequirementResult,
  Verdict,
} from "./run/conformance-report.js";
export { findFaults } from "./run/find-faults.js";
export { runConformance } from "./run/run-conformance.js";
