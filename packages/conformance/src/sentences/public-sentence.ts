/** Where a public sentence comes from; a `rule` holds for any service, or is what the connector itself declares. */
export type PublicDocument = "interface" | "v1" | "v2" | "rule";

/** A sentence that anybody can look up, in our words. */
export interface PublicSentence {
  /** Frozen name, `document.what`. */
  readonly id: string;
  readonly document: PublicDocument;
  /** Page, section or number under which it is found. */
  readonly where: string;
  readonly text: string;
  /** Why it cannot be seen from outside; absent when it can. */
  readonly unobservable?: string;
}

/** Sentences of one page: what they are about, what they say, and why they cannot be seen from outside if they cannot. */
export type PublicRow = readonly [what: string, text: string, unobservable?: string];

/**
 * Makes the sentences of one page.
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
