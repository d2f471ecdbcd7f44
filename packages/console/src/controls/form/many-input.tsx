import { useSignal } from "@preact/signals";
import { acceptValues } from "@wellhead/contract";
import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import type { InputProps } from "./field-props.js";
import type { FieldOption } from "./form-field.js";
import { OptionsNote } from "./options-note.js";

// Maximum number of boxes shown at once; the search finds the others.
const maxShown = 200;

/** An input for several of the options: an open list, or one inside a collapsible summary. */
export function ManyInput(props: InputProps): JSX.Element {
  const { field, inputId, value, options } = props;
  const chosen = acceptValues(value).map(String);
  if (options.state !== "ready" || options.options.length === 0) return <OptionsNote options={options} />;
  const list = (
    <>
      <OptionBoxes {...props} choices={options.options} chosen={chosen} />
      <OptionsNote options={options} />
    </>
  );
  if (field.type === "multilist") return list;
  const titles = options.options
    .filter((option) => chosen.includes(String(option.value)))
    .map((option) => option.title);
  return (
    <details class="many">
      <summary id={inputId} aria-describedby={`${inputId}-label`}>
        {titles.length === 0 ? "Choose…" : visibleText(titles.join(", "), 80)}
        {titles.length > 1 ? <span class="count">{formatCount(titles.length)}</span> : null}
      </summary>
      {list}
    </details>
  );
}

/** Props of `OptionBoxes`: the options, and the values chosen of them as text. */
export interface OptionBoxesProps extends InputProps {
  readonly choices: readonly FieldOption[];
  readonly chosen: readonly string[];
  /** Whether only one option can be chosen. Default: any number. */
  readonly isSingle?: boolean;
}

/** A searchable list of options with a box, or a radio button, for each. */
export function OptionBoxes(props: OptionBoxesProps): JSX.Element {
  const { field, inputId, describedBy, invalid, choices, chosen, change, isSingle = false } = props;
  const search = useSignal("");
  const wanted = search.value.trim().toLowerCase();
  const found = choices.filter((option) => option.title.toLowerCase().includes(wanted));
  const toggle = (option: FieldOption, on: boolean): void => {
    if (isSingle) return change(option.value);
    const rest = choices.filter((one) => chosen.includes(String(one.value)) && one !== option);
    change([...rest, ...(on ? [option] : [])].map((one) => one.value));
  };
  return (
    <div
      class="boxes"
      role={isSingle ? "radiogroup" : "group"}
      aria-labelledby={`${inputId}-label`}
      aria-describedby={describedBy}
      aria-required={isSingle ? field.required : undefined}
      aria-invalid={isSingle ? invalid : undefined}
    >
      {choices.length > 8 ? (
        <input
          type="search"
          placeholder={`Search ${formatCount(choices.length)} options`}
          aria-label="Search the options"
          value={search.value}
          onInput={(event) => {
            search.value = event.currentTarget.value;
          }}
        />
      ) : null}
      <div class="boxes-list">
        {isSingle && !field.required && wanted === "" ? (
          <label>
            <input
              type="radio"
              name={inputId}
              checked={chosen.every((value) => value === "")}
              onChange={() => change(undefined)}
            />
            <bdi>{visibleText(field.placeholder || "None", 120)}</bdi>
          </label>
        ) : null}
        {found.slice(0, maxShown).map((option) => (
          <label key={String(option.value)}>
            <input
              type={isSingle ? "radio" : "checkbox"}
              name={isSingle ? inputId : undefined}
              checked={chosen.includes(String(option.value))}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            <bdi>{visibleText(option.title, 120)}</bdi>
          </label>
        ))}
        {found.length > maxShown ? (
          <p class="about">{formatCount(found.length - maxShown)} more: search to find them</p>
        ) : null}
        {found.length === 0 ? <p class="about">No option has this in its name</p> : null}
      </div>
    </div>
  );
}
