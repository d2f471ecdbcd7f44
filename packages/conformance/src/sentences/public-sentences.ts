import { generationSentences } from "./generation-sentences.js";
import { interfaceSentences } from "./interface-sentences.js";
import type { PublicDocument, PublicSentence } from "./public-sentence.js";
import { ruleSentences } from "./rule-sentences.js";
import { thirdGenerationSentences } from "./third-generation-sentences.js";

/** Every public sentence that a requirement may be based on. */
export const publicSentences: readonly PublicSentence[] = [
  ...interfaceSentences,
  ...generationSentences,
  ...thirdGenerationSentences,
  ...ruleSentences,
];

const byId = new Map(publicSentences.map((sentence) => [sentence.id, sentence]));

/**
 * Finds a public sentence.
 *
 * @param id - Its name
 * @returns The sentence
 * @throws RangeError when the name is unknown
 */
export function publicSentence(id: string): PublicSentence {
  const sentence = byId.get(id);
  if (sentence === undefined) throw new RangeError(`Could not find the public sentence "${id}"`);
  return sentence;
}

/**
 * Finds the document of a public sentence.
 *
 * @param id - Name of the sentence
 * @returns The document
 * @throws RangeError when the name is unknown
 */
export function documentOf(id: string): PublicDocument {
  return publicSentence(id).document;
}
