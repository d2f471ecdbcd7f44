import type { Output, ProcessTerminal } from "./terminal.js";

/** Styles text. Where styles are off, the text is returned unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  green(text: string): string;
  red(text: string): string;
  cyan(text: string): string;
}

/**
 * Returns whether an output is styled: if it is a terminal, `NO_COLOR` is not set and `TERM` is not `dumb`. `FORCE_COLOR`
 * takes precedence over all of them: `0` and `false` turn styles off, any other value turns them on.
 *
 * @param terminal - Provides the environment
 * @param output - One of its streams
 * @returns Whether it is styled
 */
export function isStyled({ env }: Pick<ProcessTerminal, "env">, output: Output): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return output.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/**
 * Returns the styles of an output. Where {@link isStyled} is false, they change nothing.
 *
 * @param terminal - Provides the environment
 * @param output - One of its streams
 * @returns The styles
 */
export function makePaint(terminal: Pick<ProcessTerminal, "env">, output: Output): Paint {
  const on = isStyled(terminal, output);
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
