/** A single demand of the connector contract or of a public document, paraphrased. */
export interface ContractSentence {
  /** Frozen id; requirements use it to say what they cover. */
  readonly id: string;
  /** Section that contains it. */
  readonly section: string;
  /** The demand. */
  readonly text: string;
  /** Why it cannot be observed from outside; omitted when it can. */
  readonly unobservable?: string;
}

/** A sentence of a section: id, text, and, if it cannot be observed from outside, the reason. */
export type SentenceRow = readonly [id: string, text: string, unobservable?: string];

/**
 * Creates the sentences of one section.
 *
 * @param section - Its title
 * @param rows - Its sentences
 * @returns The sentences
 */
export function sentencesOf(section: string, rows: readonly SentenceRow[]): readonly ContractSentence[] {
  return rows.map(([id, text, unobservable]) =>
    unobservable === undefined ? { id, section, text } : { id, section, text, unobservable },
  );
}
