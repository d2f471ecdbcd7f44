/** One thing the connector contract or a public document demands, in our words. */
export interface ContractSentence {
  /** Frozen name; requirements say by it what they cover. */
  readonly id: string;
  /** Section it stands in. */
  readonly section: string;
  /** What it demands. */
  readonly text: string;
  /** Why it cannot be seen from outside; absent when it can. */
  readonly unobservable?: string;
}

/** Sentences of one section: id, text, and why it cannot be seen from outside if it cannot. */
export type SentenceRow = readonly [id: string, text: string, unobservable?: string];

/**
 * Makes the sentences of one section.
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
