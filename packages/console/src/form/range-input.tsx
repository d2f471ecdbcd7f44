import type { JSX } from "preact";
import { isRecord } from "../json/record.js";
import type { InputProps } from "./field-props.js";

/** An input for a range of numbers; either bound may be empty. */
export function RangeInput({ inputId, describedBy, invalid, value, change }: InputProps): JSX.Element {
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
