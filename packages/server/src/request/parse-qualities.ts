/** One choice of an `Accept` or `Accept-Encoding` header. */
export interface Quality {
  /** Name in lower case, without parameters. */
  readonly name: string;
  /** From 0 to 1. */
  readonly quality: number;
}

/** Maximum number of choices to parse, more than any caller sends. Further choices are ignored. */
const maxChoices = 32;

/**
 * Parses a header that lists choices with qualities.
 *
 * @param header - Value of `Accept` or `Accept-Encoding`
 * @returns The choices with a quality above 0, the best first; equals keep their order
 */
export function parseQualities(header: string): Quality[] {
  return allQualities(header)
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
}

/**
 * Parses a header that lists choices with qualities, including the refused ones.
 *
 * @param header - Value of `Accept` or `Accept-Encoding`
 * @returns The choices, in the order of the header
 */
export function allQualities(header: string): Quality[] {
  return header
    .split(",", maxChoices)
    .map((part) => {
      const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
      return { name, quality: qualityOf(parameters) };
    })
    .filter(({ name }) => name !== "");
}

function qualityOf(parameters: readonly string[]): number {
  const written = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (written === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(written) ? Number(written) : 0;
}
