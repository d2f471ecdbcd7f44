import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { formatCount } from "../text/format-amount.js";

/** Props of `ListSearch`. */
export interface ListSearchProps {
  /** What is searched, in the plural, such as `columns`. */
  readonly noun: string;
  /** Number of items that are searched. */
  readonly count: number;
  /** What is searched for. */
  readonly search: Signal<string>;
}

/** A field to search a list. */
export function ListSearch({ noun, count, search }: ListSearchProps): JSX.Element {
  return (
    <input
      type="search"
      placeholder={`Search ${formatCount(count)} ${noun}`}
      aria-label={`Search ${noun}`}
      value={search.value}
      onInput={(event) => (search.value = event.currentTarget.value)}
    />
  );
}
