import { useSignal } from "@preact/signals";
import type { JSX, TargetedInputEvent } from "preact";
import type { InputProps } from "./field-props.js";

/** An input for text, numbers, addresses, single dates, secrets or check boxes, using the browser's own controls. */
export function TextInput(props: InputProps): JSX.Element {
  const { field, inputId, describedBy, value, change } = props;
  if (field.type === "bool") {
    return (
      <input
        id={inputId}
        type="checkbox"
        class="switch"
        checked={value === true || value === 1 || value === "1" || value === "true"}
        aria-describedby={describedBy}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    );
  }
  if (field.type === "password") return <PasswordInput {...props} />;
  const shared = sharedAttributes(props);
  if (field.type === "datebox") return <input {...shared} type="date" />;
  return <input {...shared} type="text" inputMode={modeOf(field.type)} />;
}

function PasswordInput(props: InputProps): JSX.Element {
  const shown = useSignal(false);
  const shared = sharedAttributes(props);
  return (
    <span class="with-button">
      {shown.value ? <input {...shared} type="text" /> : <input {...shared} type="password" />}
      <button
        type="button"
        class="quiet"
        aria-pressed={shown.value}
        onClick={() => (shown.value = !shown.value)}
      >
        {shown.value ? "Hide" : "Show"}
      </button>
    </span>
  );
}

function sharedAttributes({ field, inputId, describedBy, invalid, value, change }: InputProps) {
  return {
    id: inputId,
    value: asText(value),
    placeholder: field.placeholder,
    autocomplete: "off",
    spellcheck: false,
    required: field.required,
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => change(event.currentTarget.value),
  } as const;
}

function modeOf(type: InputProps["field"]["type"]): "decimal" | "url" | "text" {
  if (type === "number") return "decimal";
  return type === "url" ? "url" : "text";
}

function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
