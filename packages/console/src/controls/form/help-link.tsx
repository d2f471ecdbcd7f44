import type { JSX } from "preact";
import { visibleText } from "../../text/visible-text.js";
import type { FormField } from "./form-field.js";

/** Shows a help link of a connector. An address other than http or https is shown as text. */
export function HelpLink({ field }: { readonly field: FormField }): JSX.Element {
  const isWeb = URL.canParse(field.address) && /^https?:$/.test(new URL(field.address).protocol);
  return (
    <p class="field help">
      {isWeb ? (
        <a href={field.address} target="_blank" rel="noopener noreferrer">
          <bdi>{visibleText(field.title, 200)}</bdi> <span aria-hidden="true">↗</span>
        </a>
      ) : (
        <span class="about">
          {visibleText(field.title, 200)}: {visibleText(field.address, 200)}
        </span>
      )}
      {field.description === "" ? null : <span class="about">{visibleText(field.description)}</span>}
    </p>
  );
}
