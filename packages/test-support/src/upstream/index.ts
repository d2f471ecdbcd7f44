export { type AskFaultsOptions, askFaults } from "./ask-faults.js";
export { type BreakAnswersOptions, breakAnswers } from "./break-answers.js";
export { describeSpoiltLists, type SpoiltList } from "./describe-spoilt-lists.js";
export { type FaultCase, type FaultOutcome, faultTable, shownFaultTable } from "./fault-table.js";
export { type ProviderMember, type ProviderType, ProviderTypes } from "./provider-types.js";
export { shapeMisfits } from "./shape-misfits.js";
export { type SpoiltAnswer, spoiltAnswers } from "./spoilt-answers.js";
