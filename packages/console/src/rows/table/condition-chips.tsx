import type { RowCondition, TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { visibleText } from "../../text/visible-text.js";
import { describeCondition } from "../../view/row-conditions.js";
import { columnTitle } from "./member-columns.js";

/** Props of `ConditionChips`: conditions, and the columns that they name. */
export interface ConditionChipsProps {
  readonly columns: readonly TableColumn[];
  readonly where: readonly RowCondition[];
  readonly change: (where: readonly RowCondition[]) => void;
}

/** Shows the conditions that the rows of the table meet. They filter the rows that are here, not at the source. */
export function ConditionChips({ columns, where, change }: ConditionChipsProps): JSX.Element | null {
  if (where.length === 0) return null;
  return (
    <ul class="conditions" aria-label="Conditions on the rows here">
      {where.map((condition, index) => {
        const column = columns.find(({ name }) => name === condition.column);
        const title = visibleText(column === undefined ? condition.column : columnTitle(column), 40);
        const text = visibleText(describeCondition(condition), 60);
        return (
          <li
            key={JSON.stringify(condition)}
            class="chip"
            title="Filters the rows that are here, not at the source"
          >
            <span class="condition">
              <bdi class="chip-title">{title}</bdi> <bdi class="chip-value">{text}</bdi>
              <span class="visually-hidden"> in the rows here</span>
            </span>
            <button
              type="button"
              class="chip-remove"
              aria-label={`Remove ${title} ${text}`}
              onClick={() => change(where.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
