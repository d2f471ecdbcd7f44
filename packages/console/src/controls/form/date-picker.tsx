import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type DateLanguage, type PickedDays, pickedDays, pickedText } from "./date-language.js";

/** Props of `DatePicker`. */
export interface DatePickerProps {
  readonly language: DateLanguage;
  /** The range as typed. */
  readonly text: string;
  /** Time zone in which days start and end; `undefined` when it is not known, so that no day can be picked yet. */
  readonly zone: string | undefined;
  readonly change: (text: string) => void;
}

const noDays: PickedDays = { first: "", last: "" };

/** Two days of the browser's own calendar, beside the text of a range. Each shows what the other means. */
export function DatePicker({ language, text, zone, change }: DatePickerProps): JSX.Element {
  // A range whose ends are in the wrong order for a moment keeps its days.
  const picked = useSignal({ text: "", days: noDays });
  const read = zone === undefined ? noDays : pickedDays(language, text, zone);
  const days = picked.value.text === text ? picked.value.days : read;
  const pick = (end: Partial<PickedDays>): void => {
    const both = { ...days, ...end };
    picked.value = { text: pickedText(both), days: both };
    change(picked.peek().text);
  };
  const day = (end: "first" | "last", name: string): JSX.Element => (
    <label class="picked-day">
      {name}
      <input
        type="date"
        min="0001-01-01"
        max="9999-12-31"
        value={days[end]}
        disabled={zone === undefined}
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
