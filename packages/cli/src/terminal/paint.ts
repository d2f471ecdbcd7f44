import type { Output, Terminal } from "./terminal.js";

/** Styles text. Where styles are off, the text is returned unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  cyan(text: string): string;
}

/**
 * Returns the styles of an output. They are off unless the output is a terminal, and off when `NO_COLOR` is set or
 * `TERM` is `dumb`.
 *
 * @param terminal - Provides the environment
 * @param output - One of its streams
 * @returns The styles
 */
export function makePaint(terminal: Pick<Terminal, "env">, output: Output): Paint {
  const on = output.isTTY === true && !terminal.env["NO_COLOR"] && terminal.env["TERM"] !== "dumb";
  const style = (open: number, close: number) => (text: string) =>
    on ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return {
    bold: style(1, 22),
    dim: style(2, 22),
    green: style(32, 39),
    red: style(31, 39),
    cyan: style(36, 39),
  };
}
