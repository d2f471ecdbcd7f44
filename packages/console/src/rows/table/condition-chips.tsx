import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { visibleText } from "../../text/visible-text.js";
import { describeCondition } from "../../workbench/view/row-conditions.js";
import { columnTitle } from "./member-columns.js";
import type { RowChoice } from "./table-layout.js";

/** Props of `ConditionChips`: the rows that are shown, and the columns that their conditions name. */
export interface ConditionChipsProps {
  readonly columns: readonly TableColumn[];
  readonly choice: Pick<RowChoice, "search" | "where">;
  readonly choose: (change: Partial<RowChoice>) => void;
}

/** Shows the search and the conditions that the rows meet. They filter the rows that are here, not at the source. */
export function ConditionChips({ columns, choice, choose }: ConditionChipsProps): JSX.Element | null {
  const { search, where } = choice;
  if (search === "" && where.length === 0) return null;
  return (
    <>
      <span class="reach">In the rows here</span>
      <ul class="conditions" aria-label="Conditions on the rows here">
        {search === "" ? null : (
          <Chip title="contains" text={visibleText(search, 60)} remove={() => choose({ search: "" })} />
        )}
        {where.map((condition, index) => {
          const column = columns.find(({ name }) => name === condition.column);
          return (
            <Chip
              key={JSON.stringify(condition)}
              title={visibleText(column === undefined ? condition.column : columnTitle(column), 40)}
              text={visibleText(describeCondition(condition), 60)}
              remove={() => choose({ where: where.filter((_, at) => at !== index) })}
            />
          );
        })}
      </ul>
    </>
  );
}

interface ChipProps {
  readonly title: string;
  readonly text: string;
  readonly remove: () => void;
}

function Chip({ title, text, remove }: ChipProps): JSX.Element {
  return (
    <li class="chip" title="Filters the rows that are here, not at the source">
      <span class="condition">
        <bdi class="chip-title">{title}</bdi> <bdi class="chip-value">{text}</bdi>
        <span class="visually-hidden"> in the rows here</span>
      </span>
      <button type="button" class="chip-remove" aria-label={`Remove ${title} ${text}`} onClick={remove}>
        <Icon name="close" />
      </button>
    </li>
  );
}
