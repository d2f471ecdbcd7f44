// Exports of the bundle of mutated checks: the checks, and everything that distinguishes correct checks from wrong
// ones.
export { judgeRight, rightSituations } from "../../fixtures/right-situations.js";
export { valueCases } from "../../fixtures/value-cases.js";
export { allWrongServers } from "../../fixtures/wrong/all-wrong-servers.js";
export { judgeWrong } from "../../fixtures/wrong/judge-wrong.js";
export { startOAuthProvider } from "../../oauth/oauth-provider.js";
export { allRequirements } from "../../requirements/all-requirements.js";
export { valueFault } from "../../requirements/value-fault.js";
