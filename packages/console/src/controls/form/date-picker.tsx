import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type DateLanguage, type PickedDays, pickedDays, pickedText } from "./date-language.js";

/** Props of `DatePicker`. */
export interface DatePickerProps {
  readonly language: DateLanguage;
  /** The range as typed. */
  readonly text: string;
  /** Time zone in which days start and end; `undefined` when it is not known. */
  readonly zone: string | undefined;
  readonly change: (text: string) => void;
}

/** Two days of the browser's own calendar, beside the text of a range. Each shows what the other means. */
export function DatePicker({ language, text, zone, change }: DatePickerProps): JSX.Element {
  const days = useSignal<PickedDays>({ first: "", last: "" });
  const written = useRef<string | undefined>(undefined);
  const read = (): void => {
    written.current = text;
    if (zone !== undefined) days.value = pickedDays(language, text, zone);
  };
  useEffect(read, [zone]);
  useEffect(() => {
    // A range whose ends are in the wrong order for a moment keeps its days.
    if (text !== written.current) read();
  }, [text]);
  const pick = (picked: Partial<PickedDays>): void => {
    days.value = { ...days.peek(), ...picked };
    written.current = pickedText(days.peek());
    change(written.current);
  };
  const day = (end: "first" | "last", name: string): JSX.Element => (
    <label class="picked-day">
      {name}
      <input
        type="date"
        min="0001-01-01"
        max="9999-12-31"
        value={days.value[end]}
        onInput={(event) => pick({ [end]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <span class="range">
      {day("first", "First day")}
      {day("last", "Last day")}
    </span>
  );
}
