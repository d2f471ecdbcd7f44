import { accountSentences } from "./account-sentences.js";
import { applicationSentences } from "./application-sentences.js";
import type { ContractSentence } from "./contract-sentence.js";
import { dataSentences } from "./data-sentences.js";
import { generalSentences } from "./general-sentences.js";

/** Everything the connector contract demands, with what the public documents add. */
export const contractSentences: readonly ContractSentence[] = [
  ...generalSentences,
  ...applicationSentences,
  ...accountSentences,
  ...dataSentences,
];
