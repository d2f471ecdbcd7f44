/** The origin of a public sentence. A `rule` applies to any service, or is declared by the connector itself. */
export type PublicDocument = "interface" | "v1" | "v2" | "v3" | "rule";

/** A paraphrased sentence of a public document. */
export interface PublicSentence {
  /** Frozen id, `document.what`. */
  readonly id: string;
  readonly document: PublicDocument;
  /** Page, section or number where it can be found. */
  readonly where: string;
  readonly text: string;
  /** Why it cannot be observed from outside; omitted when it can. */
  readonly unobservable?: string;
}

/** A sentence of a page: topic, text, and, if it cannot be observed from outside, the reason. */
export type PublicRow = readonly [what: string, text: string, unobservable?: string];

/**
 * Creates the sentences of one page.
 *
 * @param document - The document
 * @param where - Page or section
 * @param rows - Its sentences
 * @returns The sentences
 */
export function publicSentencesOf(
  document: PublicDocument,
  where: string,
  rows: readonly PublicRow[],
): readonly PublicSentence[] {
  return rows.map(([what, text, unobservable]) => ({
    id: `${document}.${what}`,
    document,
    where,
    text,
    ...(unobservable !== undefined && { unobservable }),
  }));
}
