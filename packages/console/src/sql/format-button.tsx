import type { Signal } from "@preact/signals";
import type { JSX } from "preact";

/** Props of `FormatButton`. */
export interface FormatButtonProps {
  /** The statement as typed. */
  readonly typed: { readonly current: string };
  /** Writes another statement into the editor. */
  readonly load: (text: string) => void;
  /** Why the statement could not be formatted; empty when there is no reason. */
  readonly problem: Signal<string>;
}

/** Breaks the statement into lines. The formatter is loaded when it is first used. */
export function FormatButton({ typed, load, problem }: FormatButtonProps): JSX.Element {
  const format = async (): Promise<void> => {
    const text = typed.current;
    const formatter = await import("./format-sql.js").catch(() => undefined);
    // What was typed in the meantime stays.
    if (typed.current !== text || text.trim() === "") return;
    const lines = formatter?.formatSql(text);
    if (lines !== undefined) load(lines);
    else if (formatter === undefined)
      problem.value = "Could not load the formatter: the service of this console does not respond.";
    else problem.value = "Could not format the statement without a change of its meaning.";
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => void format()}>
        Format
      </button>
      <span class="problem one-line" role="status">
        {problem.value}
      </span>
    </>
  );
}
