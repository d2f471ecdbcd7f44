import type { JSX } from "preact";
import { isRecord } from "../../text/record.js";
import { scalarText } from "../../text/scalar-text.js";
import { visibleText } from "../../text/visible-text.js";
import { CodeInput } from "./code-input.js";
import { DateRangeInput } from "./date-range-input.js";
import type { InputProps, OptionsState } from "./field-props.js";
import type { FormField } from "./form-field.js";
import { HelpLink } from "./help-link.js";
import { ManyInput, OptionBoxes } from "./many-input.js";
import { OptionsNote } from "./options-note.js";
import { TextInput } from "./text-input.js";

/** Props of a field of a form: label, description, input and error message. */
export interface FieldViewProps {
  readonly formId: string;
  readonly field: FormField;
  readonly value: unknown;
  readonly change: (value: unknown) => void;
  readonly problem: string | undefined;
  readonly options: OptionsState;
  /** Time zone of the account; `undefined` when it is not known. */
  readonly zone?: string | undefined;
}

/** Shows a field with the input that its type requires. */
export function FieldView({
  formId,
  field,
  value,
  change,
  problem,
  options,
  zone,
}: FieldViewProps): JSX.Element | null {
  if (field.type === "oauth") return null;
  if (field.type === "link") return <HelpLink field={field} />;
  const inputId = `${formId}-${field.id}`;
  const described = [field.description && `${inputId}-about`, problem !== undefined && `${inputId}-problem`];
  const describedBy = described.filter((id) => id !== false && id !== "").join(" ") || undefined;
  const input: InputProps = {
    field,
    inputId,
    describedBy,
    invalid: problem !== undefined,
    value,
    change,
    options,
    zone,
  };
  const grouped = ["range", "list", "multilist", "multidropdown"].includes(field.type);
  const label = (
    <>
      <bdi>{visibleText(field.title, 200)}</bdi>
      {field.required ? <span class="mark"> required</span> : null}
      {field.isSecured ? <span class="mark quiet"> owner only</span> : null}
    </>
  );
  return (
    <div class={`field ${field.type === "bool" ? "field-bool" : ""} ${problem === undefined ? "" : "wrong"}`}>
      {grouped ? (
        <span class="label" id={`${inputId}-label`}>
          {label}
        </span>
      ) : (
        <label class="label" for={inputId}>
          {label}
        </label>
      )}
      <Input {...input} />
      {field.description === "" ? null : (
        <p class="about" id={`${inputId}-about`}>
          {visibleText(field.description)}
        </p>
      )}
      {problem === undefined ? null : (
        <p class="problem" id={`${inputId}-problem`}>
          {visibleText(problem)}
        </p>
      )}
    </div>
  );
}

function Input(props: InputProps): JSX.Element {
  switch (props.field.type) {
    case "list":
      return <ChoiceInput {...props} />;
    case "multidropdown":
    case "multilist":
      return <ManyInput {...props} />;
    case "range":
      return <RangeInput {...props} />;
    case "date":
      return <DateRangeInput {...props} />;
    case "highlightText":
      return <CodeInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

/** An input for one of several options: a list of radio buttons. */
function ChoiceInput(props: InputProps): JSX.Element {
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

/** An input for a range of numbers; either bound may be empty. */
function RangeInput({ inputId, describedBy, invalid, value, change }: InputProps): JSX.Element {
  const ends = isRecord(value) ? value : {};
  const end = (name: "_min" | "_max", label: string): JSX.Element => (
    <input
      id={name === "_min" ? inputId : `${inputId}-max`}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      placeholder={label}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      value={asText(ends[name])}
      onInput={(event) => change({ ...ends, [name]: event.currentTarget.value })}
    />
  );
  return (
    <span class="range" role="group" aria-labelledby={`${inputId}-label`}>
      {end("_min", "from")}
      <span aria-hidden="true">–</span>
      {end("_max", "to")}
    </span>
  );
}

function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
