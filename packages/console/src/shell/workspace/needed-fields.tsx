import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { SourceInfo } from "../../connect/connectors/application.js";
import { draft, missingFields, neededFields } from "../../filter/draft.js";
import { FilterField } from "../../filter/filter-field.js";

/** Props of `NeededFields`: a source and its connector. */
export interface NeededFieldsProps {
  readonly base: string;
  readonly source: SourceInfo;
  readonly run: () => void;
}

/** Shows the required fields that were empty when the source was opened, and focuses the first. */
export function NeededFields({ base, source, run }: NeededFieldsProps): JSX.Element {
  const fields = neededFields.value;
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>("input, textarea, summary")?.focus();
  }, []);
  const isMissing = missingFields(source.filter, draft.value).length > 0;
  return (
    <form
      ref={form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {fields.map((field) => (
        <FilterField key={field.id} base={base} source={source} field={field} formId="needed" />
      ))}
      <span class="actions">
        <button type="submit" class="primary" disabled={isMissing}>
          Run
        </button>
      </span>
    </form>
  );
}
