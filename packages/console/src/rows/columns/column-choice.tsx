import { useSignal } from "@preact/signals";
import type { TableColumn } from "@wellhead/workbench/protocol";
import type { ComponentChildren, JSX } from "preact";
import { Popover } from "../../controls/popover.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { ColumnSearch } from "./column-search.js";
import { KindIcon } from "./kind-icon.js";

/** A column that can be chosen. */
export type ChoosableColumn = Pick<TableColumn, "name" | "kind">;

/** Props of `ColumnChoice`. */
export interface ColumnChoiceProps {
  /** Accessible name. */
  readonly label: string;
  /** Name of the chosen column; `undefined` when none is chosen. */
  readonly value: string | undefined;
  readonly columns: readonly ChoosableColumn[];
  /** What the button says when no column is chosen. Default: `Add…`. */
  readonly placeholder?: string;
  /** Removes the choice; `undefined` when there must be one. */
  readonly clear?: (() => void) | undefined;
  readonly choose: (column: string) => void;
}

/** Number of columns from which there is a search. */
const minSearched = 9;
// The search finds the others.
const maxListed = 200;

/** A button with the chosen column, and the list of the columns that it opens. */
export function ColumnChoice({ placeholder = "Add…", ...props }: ColumnChoiceProps): JSX.Element {
  const { label, value, columns } = props;
  const chosen = columns.find(({ name }) => name === value);
  const shown = value === undefined ? placeholder : visibleText(value, 60);
  return (
    <Popover
      name={label}
      buttonClass="choice"
      buttonName={`${label}: ${shown}`}
      button={
        <>
          {chosen === undefined ? null : <KindIcon kind={chosen.kind} />}
          <bdi class="one-line">{shown}</bdi>
        </>
      }
    >
      {(close) => <ColumnList {...props} placeholder={placeholder} close={close} />}
    </Popover>
  );
}

function ColumnList(props: ColumnChoiceProps & { readonly close: () => void }): JSX.Element {
  const { columns, value, placeholder, choose, clear, close } = props;
  const search = useSignal("");
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = columns.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const pick = (name: string): void => {
    close();
    choose(name);
  };
  return (
    <form
      class="picker"
      onKeyDown={moveFocus}
      onSubmit={(event) => {
        event.preventDefault();
        if (found[0] !== undefined) pick(found[0].name);
      }}
    >
      {columns.length < minSearched ? null : <ColumnSearch count={columns.length} search={search} />}
      <ul class="picker-list">
        {clear === undefined || value === undefined ? null : (
          <li>
            <PickerItem
              act={() => {
                close();
                clear();
              }}
            >
              <bdi>{placeholder}</bdi>
            </PickerItem>
          </li>
        )}
        {found.slice(0, maxListed).map(({ name, kind }) => (
          <li key={name}>
            <PickerItem isCurrent={name === value} act={() => pick(name)}>
              <KindIcon kind={kind} />
              <bdi>{visibleText(name, 80)}</bdi>
            </PickerItem>
          </li>
        ))}
      </ul>
      {found.length > maxListed ? (
        <p class="about">{formatCount(found.length - maxListed)} more: search to find them</p>
      ) : null}
      {found.length === 0 ? <p class="about">No column matches.</p> : null}
    </form>
  );
}

interface PickerItemProps {
  readonly isCurrent?: boolean;
  readonly act: () => void;
  readonly children: ComponentChildren;
}

function PickerItem({ isCurrent = false, act, children }: PickerItemProps): JSX.Element {
  return (
    <button type="button" class="picker-item" aria-current={isCurrent ? "true" : undefined} onClick={act}>
      {children}
    </button>
  );
}

/** Arrow keys move along the search and the columns. */
function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || !(event.currentTarget instanceof HTMLElement)) return;
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .picker-item")];
  const at = parts.findIndex((part) => part === document.activeElement);
  const next = parts[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
