import type { JSX } from "preact";
import { scalarText } from "../../text/scalar-text.js";
import type { InputProps } from "./field-props.js";
import { OptionBoxes } from "./many-input.js";
import { OptionsNote } from "./options-note.js";

/** An input for one of several options: a list of radio buttons. */
export function ChoiceInput(props: InputProps): JSX.Element {
  const { value, options } = props;
  const choices = options.state === "ready" ? options.options : [];
  return (
    <>
      {choices.length === 0 ? null : (
        <OptionBoxes {...props} choices={choices} chosen={[scalarText(value)]} isSingle />
      )}
      <OptionsNote options={options} />
    </>
  );
}
