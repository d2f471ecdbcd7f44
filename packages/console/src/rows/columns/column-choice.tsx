import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Choice, type ChoiceProps } from "../../controls/choice.js";
import { KindIcon } from "./kind-icon.js";

/** A column that can be chosen. */
export type ChoosableColumn = Pick<TableColumn, "name" | "kind">;

/** Props of `ColumnChoice`. */
export interface ColumnChoiceProps
  extends Pick<ChoiceProps<string>, "label" | "value" | "placeholder" | "clear" | "choose"> {
  readonly columns: readonly ChoosableColumn[];
}

/** A button with the chosen column, and the list of the columns that it opens. */
export function ColumnChoice({ columns, ...props }: ColumnChoiceProps): JSX.Element {
  const iconOf = (column: string): JSX.Element | null => {
    // An address may name a column that there is not.
    const kind = columns.find(({ name }) => name === column)?.kind;
    return kind === undefined ? null : <KindIcon kind={kind} />;
  };
  return <Choice {...props} noun="columns" values={columns.map(({ name }) => name)} iconOf={iconOf} />;
}
