import type { JSX } from "preact";
import { scalarText } from "../../text/scalar-text.js";
import { visibleText } from "../../text/visible-text.js";
import type { InputProps } from "./field-props.js";
import { OptionBoxes } from "./many-input.js";
import { OptionsNote } from "./options-note.js";

// A longer list is searched rather than scrolled.
const maxInSelect = 100;

/** An input for one of several options. */
export function ChoiceInput(props: InputProps): JSX.Element {
  const { field, inputId, describedBy, invalid, value, change, options } = props;
  const choices = options.state === "ready" ? options.options : [];
  if (choices.length > maxInSelect) {
    return (
      <>
        <OptionBoxes {...props} choices={choices} chosen={[scalarText(value)]} isSingle />
        <OptionsNote options={options} />
      </>
    );
  }
  const chosen = choices.findIndex((option) => String(option.value) === scalarText(value));
  const kept = chosen === -1 && value !== undefined && value !== "";
  return (
    <>
      <select
        id={inputId}
        disabled={options.state !== "ready" || choices.length === 0}
        required={field.required}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        value={String(chosen)}
        onChange={(event) => change(choices[Number(event.currentTarget.value)]?.value)}
      >
        <option value="-1">
          {kept && options.state !== "ready"
            ? visibleText(scalarText(value), 80)
            : field.placeholder || "Choose…"}
        </option>
        {choices.map((option, index) => (
          <option key={index} value={String(index)}>
            {visibleText(option.title, 120)}
          </option>
        ))}
      </select>
      <OptionsNote options={options} />
    </>
  );
}
