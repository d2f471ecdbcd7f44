import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { visibleText } from "../../text/visible-text.js";
import {
  ambiguousDays,
  type DateLanguage,
  dateLanguage,
  loadDateLanguage,
  wireDateRange,
} from "./date-language.js";
import { DatePicker } from "./date-picker.js";
import type { InputProps } from "./field-props.js";

/** An input for a date range as text, with suggestions and a preview of the resulting range. */
export function DateRangeInput({
  field,
  inputId,
  describedBy,
  invalid,
  value,
  change,
  zone,
}: InputProps): JSX.Element {
  useEffect(() => void loadDateLanguage(), []);
  const language = dateLanguage.value;
  const text = typeof value === "string" ? value : "";
  return (
    <>
      <input
        id={inputId}
        type="text"
        list={`${inputId}-suggestions`}
        value={text}
        placeholder={field.placeholder || "such as LAST 7 DAYS"}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={invalid}
        aria-describedby={[describedBy, `${inputId}-meaning`].filter(Boolean).join(" ")}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <datalist id={`${inputId}-suggestions`}>
        {language?.suggestDateRanges().map((suggestion) => (
          <option key={suggestion.value} value={suggestion.value}>
            {suggestion.title}
          </option>
        ))}
      </datalist>
      <p class="meaning" id={`${inputId}-meaning`} role="status">
        {language === undefined ? (
          ""
        ) : (
          <Meaning language={language} text={text} zone={zone} accept={change} />
        )}
      </p>
      {language === undefined ? null : (
        <DatePicker language={language} text={text} zone={zone} change={change} />
      )}
    </>
  );
}

interface MeaningProps {
  readonly language: DateLanguage;
  readonly text: string;
  readonly zone: string | undefined;
  readonly accept: (text: string) => void;
}

function Meaning({ language, text, zone, accept }: MeaningProps): JSX.Element {
  if (text.trim() === "") return <>Any time</>;
  const both = ambiguousDays(text);
  if (both !== undefined) {
    return (
      <>
        Which order?{" "}
        {both.map((day) => (
          <button key={day} type="button" class="link" onClick={() => accept(day)}>
            Use {day}
          </button>
        ))}
      </>
    );
  }
  try {
    const { _min, _max } = wireDateRange(language, text, zone ?? "Z");
    if (zone === undefined) return <>Days start and end in the time zone of the account</>;
    return (
      <span title={`In the time zone of the account: ${zone === "Z" ? "UTC" : visibleText(zone, 80)}`}>
        <span class="range-end">{_min === null ? "the beginning" : short(_min)}</span> to{" "}
        <span class="range-end">{_max === null ? "the end" : short(_max)}</span>
      </span>
    );
  } catch (error) {
    if (!language.isDateRangeError(error)) return <>This is not a date range</>;
    return (
      <>
        {visibleText(error.message.replace(/^.*?: /, "").replace(/; try .*$/, ""), 160)}{" "}
        <button type="button" class="link" onClick={() => accept(error.suggestion)}>
          Use {visibleText(error.suggestion, 60)}
        </button>
      </>
    );
  }
}

function short(instant: string): string {
  return instant
    .replace(/T00:00:00\.000/, " 00:00")
    .replace(/T23:59:59\.999/, " 23:59")
    .replace(/Z$/, "")
    .replace(/(?=[+-]\d\d:\d\d$)/, " ");
}
