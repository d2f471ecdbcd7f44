import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { Icon } from "./icon.js";
import { ListSearch } from "./list-search.js";
import { Popover } from "./popover.js";

/** Props of `Choice`. */
export interface ChoiceProps<Value extends string> {
  /** Accessible name. */
  readonly label: string;
  /** The chosen value; `undefined` when none is chosen. */
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  /** What the values are, in the plural, for the search of a long list. Default: `values`. */
  readonly noun?: string;
  /** Returns the text of a value. Default: the value itself. */
  readonly nameOf?: (value: Value) => string;
  /** Returns the drawing before the text of a value. Default: none. */
  readonly iconOf?: (value: Value) => JSX.Element | null;
  /** What the button says when no value is chosen. Default: `Add…`. */
  readonly placeholder?: string;
  /** Removes the choice; `undefined` when there must be one. */
  readonly clear?: (() => void) | undefined;
  readonly choose: (value: Value) => void;
}

/** Number of values from which there is a search. */
const minSearched = 10;
// The search finds the others.
const maxListed = 200;

/** A button with the chosen value, and the list of the values that it opens. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): JSX.Element {
  const complete = { placeholder: "Add…", nameOf: String, iconOf: () => null, ...props };
  const { label, value, placeholder, nameOf, iconOf } = complete;
  const shown = value === undefined ? placeholder : visibleText(nameOf(value), 60);
  return (
    <Popover
      name={label}
      buttonClass="choice"
      buttonName={`${label}: ${shown}`}
      button={
        <>
          {value === undefined ? null : iconOf(value)}
          <bdi class="one-line">{shown}</bdi>
          <Icon name="down" />
        </>
      }
    >
      {(close) => <ChoiceList {...complete} close={close} />}
    </Popover>
  );
}

type ChoiceListProps<Value extends string> = ChoiceProps<Value> &
  Required<Pick<ChoiceProps<Value>, "placeholder" | "nameOf" | "iconOf">> & { readonly close: () => void };

function ChoiceList<Value extends string>(props: ChoiceListProps<Value>): JSX.Element {
  const { value, values, noun = "values", nameOf, iconOf, placeholder, choose, clear, close } = props;
  const search = useSignal("");
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = values.filter((one) => words.every((word) => nameOf(one).toLowerCase().includes(word)));
  const act = (choice: () => void): void => {
    close();
    choice();
  };
  return (
    <form
      class="picker"
      onKeyDown={moveFocus}
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = found;
        if (first !== undefined) act(() => choose(first));
      }}
    >
      {values.length < minSearched ? null : <ListSearch noun={noun} count={values.length} search={search} />}
      <ul class="picker-list">
        {clear === undefined || value === undefined ? null : (
          <li>
            <PickerItem act={() => act(clear)}>
              <bdi>{placeholder}</bdi>
            </PickerItem>
          </li>
        )}
        {found.slice(0, maxListed).map((one) => (
          <li key={one}>
            <PickerItem isCurrent={one === value} act={() => act(() => choose(one))}>
              {iconOf(one)}
              <bdi>{visibleText(nameOf(one), 80)}</bdi>
            </PickerItem>
          </li>
        ))}
      </ul>
      {found.length > maxListed ? (
        <p class="about">{formatCount(found.length - maxListed)} more: search to find them</p>
      ) : null}
      {found.length === 0 ? <p class="about">None of the {noun} matches.</p> : null}
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

/** Arrow keys move along the search and the values. */
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
