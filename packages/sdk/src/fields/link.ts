import type { Field } from "./field.js";

/** Members of a link. */
export interface LinkOptions {
  /** Text of the link. */
  readonly title: string;
  /** Where it leads. */
  readonly address: string;
  /** Sentence below it. Default: empty. */
  readonly description?: string;
}

/**
 * A link for the reader, such as where to make a token. Display only: it has no value.
 *
 * @param options - Text and address
 * @returns A field that is shown and never sent
 */
export function link(options: LinkOptions): Field<undefined> {
  const { address, ...members } = options;
  return { ...members, type: "link", value: address, optional: true, accept: () => undefined };
}
