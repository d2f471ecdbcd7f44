import { Buffer } from "node:buffer";

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0" };

/**
 * Reads the names of an enumeration.
 *
 * @param parameters - The parameters of its type, such as `'a' = 1`
 * @returns The names by number; `undefined` when one has another form
 */
export function enumNames(parameters: readonly string[]): ReadonlyMap<number, Buffer> | undefined {
  const names = new Map<number, Buffer>();
  for (const parameter of parameters) {
    const { name, number } =
      /^'(?<name>(?:[^'\\]|\\[\s\S])*)' = (?<number>-?\d+)$/.exec(parameter)?.groups ?? {};
    // The form of a byte by its number is rare, and only text has it.
    if (name === undefined || number === undefined || name.includes("\\x")) return undefined;
    const plain = name.replaceAll(/\\([\s\S])/g, (_all, letter: string) => escapes[letter] ?? letter);
    names.set(Number(number), Buffer.from(plain));
  }
  return names.size === 0 ? undefined : names;
}
