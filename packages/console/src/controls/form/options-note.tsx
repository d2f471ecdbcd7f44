import type { JSX } from "preact";
import { visibleText } from "../../text/visible-text.js";
import type { OptionsState } from "./field-props.js";

/** Shows why there are no options to choose from: not requested yet, loading, none, or failed. */
export function OptionsNote({ options }: { readonly options: OptionsState }): JSX.Element | null {
  switch (options.state) {
    case "waiting":
      return <p class="options-note">{visibleText(options.reason, 200)}</p>;
    case "loading":
      return (
        <p class="options-note" role="status">
          <span class="spinner" aria-hidden="true" /> Loading the options…
        </p>
      );
    case "failed":
      return (
        <p class="options-note problem" role="status">
          {visibleText(options.problem, 300)}{" "}
          <button type="button" class="link" onClick={options.retry}>
            Try again
          </button>
        </p>
      );
    case "ready":
      if (options.options.length === 0) return <p class="options-note">There are no options</p>;
      return options.cutNote === "" ? null : (
        <p class="options-note cut">{visibleText(options.cutNote, 200)}</p>
      );
    default:
      return null;
  }
}
