import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { currentAccount } from "../connect/account/accounts.js";
import type { SourceInfo } from "../connect/connectors/application.js";
import { FieldView } from "../controls/form/field-view.js";
import type { FormField } from "../controls/form/form-field.js";
import { draft, draftProblems, typeFilter } from "./draft.js";
import { knownOptions, optionsKey } from "./known-options.js";
import { useOptions } from "./use-options.js";
import { useTimeZone } from "./use-time-zone.js";

/** Props of a field of the filter. */
export interface FilterFieldProps {
  readonly base: string;
  readonly source: SourceInfo;
  readonly field: FormField;
  /** Prefix of the input's id; different for each form that shows the field. */
  readonly formId?: string;
}

/** Shows the input of one field of the filter, with the options that the connector returns for it. */
export function FilterField({ base, source, field, formId = "filter" }: FilterFieldProps): JSX.Element {
  const values = draft.value;
  const options = useOptions({
    base,
    source: source.id,
    account: currentAccount.value,
    field,
    fields: source.filter,
    values,
  });
  const zone = useTimeZone({ base, account: currentAccount.value, asked: field.type === "date" });
  const loaded = options.state === "ready" && field.hasDatalist ? options.options : undefined;
  useEffect(() => {
    if (loaded === undefined) return;
    const key = optionsKey(base, source.id, field.id);
    knownOptions.value = new Map([...knownOptions.peek(), [key, loaded]]);
  }, [loaded]);
  return (
    <FieldView
      formId={formId}
      field={field}
      value={values[field.id]}
      change={(value) => typeFilter(source.filter, field.id, value)}
      problem={draftProblems.value.get(field.id)}
      options={options}
      zone={zone}
    />
  );
}
