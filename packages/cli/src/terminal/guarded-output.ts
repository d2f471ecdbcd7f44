import { printableText } from "./printable-text.js";
import type { Output } from "./terminal.js";

/** What a text may contain on a terminal: lines, and the styles of `makePaint()`. */
// oxlint-disable-next-line no-control-regex -- these are the sequences of the styles
const allowed = /(\n|\u001B\[[\d;]*m)/;

/** The outputs behind the guarded ones. */
const unguardedOutputs = new WeakMap<Output, Output>();

/**
 * Returns an output that shows what a terminal would interpret, such as sequences that change its title or its clipboard.
 * Every command writes to guarded outputs, because a text may come from a connector, a file or a database.
 *
 * @param output - An output
 * @returns The same output if it is not a terminal, whose bytes another program reads as they are
 */
export function guardOutput(output: Output): Output {
  if (output.isTTY !== true) return output;
  const guarded = new Proxy(output, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      // A method of a stream uses the stream that it belongs to; what it returns is as unknown as before.
      if (name !== "write") return value.bind(target) as unknown;
      return (chunk: unknown, ...more: unknown[]): unknown =>
        Reflect.apply(value, target, [typeof chunk === "string" ? guardText(chunk) : chunk, ...more]);
    },
  });
  unguardedOutputs.set(guarded, output);
  return guarded;
}

/**
 * Returns the output behind a guarded one, for sequences of our own that move the cursor, and for data that must be exact.
 *
 * @param output - A guarded output, or any other
 * @returns The output that writes every text as it is
 */
export function unguarded(output: Output): Output {
  return unguardedOutputs.get(output) ?? output;
}

function guardText(text: string): string {
  return text
    .split(allowed)
    .map((part, index) => (index % 2 === 1 ? part : printableText(part)))
    .join("");
}
