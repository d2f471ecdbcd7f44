import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";

/** Props of `ColumnSearch`. */
export interface ColumnSearchProps {
  /** Number of columns that are searched. */
  readonly count: number;
  /** What is searched for. */
  readonly search: Signal<string>;
}

/** A field to search a list of columns. */
export function ColumnSearch({ count, search }: ColumnSearchProps): JSX.Element {
  return (
    <input
      type="search"
      placeholder={`Search ${formatCount(count)} columns`}
      aria-label="Search columns"
      value={search.value}
      onInput={(event) => (search.value = event.currentTarget.value)}
    />
  );
}
