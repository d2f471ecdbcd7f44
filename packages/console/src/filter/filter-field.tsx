import type { JSX } from "preact";
import { FieldView } from "../form/field-view.js";
import { type UseOptionsProps, useOptions } from "./use-options.js";

/** Props of a field of the filter form. */
export interface FilterFieldProps extends UseOptionsProps {
  readonly problem: string | undefined;
  readonly change: (value: unknown) => void;
}

/** Shows one field of the filter, with the options that the connector returns for it. */
export function FilterField({ problem, change, ...props }: FilterFieldProps): JSX.Element {
  const options = useOptions(props);
  const { field, values } = props;
  return (
    <FieldView
      formId="filter"
      field={field}
      value={values[field.id]}
      change={change}
      problem={problem}
      options={options}
    />
  );
}
