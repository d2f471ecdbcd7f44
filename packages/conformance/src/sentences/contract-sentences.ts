import { accountSentences } from "./account-sentences.js";
import { applicationSentences } from "./application-sentences.js";
import type { ContractSentence } from "./contract-sentence.js";
import { dataSentences } from "./data-sentences.js";
import { generalSentences } from "./general-sentences.js";

/** All demands of the connector contract, with the additions of the public documents. */
export const contractSentences: readonly ContractSentence[] = [
  ...generalSentences,
  ...applicationSentences,
  ...accountSentences,
  ...dataSentences,
];
