// What the bundle of mutated checks gives: the checks themselves, and everything that tells right ones from wrong.
export { judgeRight, rightSituations } from "../../fixtures/right-situations.js";
export { valueCases } from "../../fixtures/value-cases.js";
export { allWrongServers } from "../../fixtures/wrong/all-wrong-servers.js";
export { judgeWrong } from "../../fixtures/wrong/judge-wrong.js";
export { startOAuthProvider } from "../../oauth/oauth-provider.js";
export { allRequirements } from "../../requirements/all-requirements.js";
export { valueFault } from "../../requirements/value-fault.js";
