import type { Cell, RowCondition, TableColumn } from "@wellhead/workbench/protocol";
import type { MenuItem } from "../../controls/menu.js";
import { visibleText } from "../../text/visible-text.js";
import { columnTitle, type GridColumn } from "./member-columns.js";

/** Returns how the source is asked for the rows whose column has a value; `undefined` when it cannot be asked for it. */
export type AskSource = (column: TableColumn, value: string) => MenuItem | undefined;

/** A cell, and what can be done with it. */
export interface CellActions {
  readonly column: GridColumn;
  readonly cell: Cell;
  /** Adds a condition on the rows. */
  readonly filter: (condition: RowCondition) => void;
  readonly askSource: AskSource | undefined;
  readonly copyValue: () => void;
  readonly copyRow: () => void;
  readonly copyJson: () => void;
  readonly open: () => void;
}

const maxShown = 40;

/** Returns the menu of a cell. */
export function cellItems(actions: CellActions): readonly MenuItem[] {
  return [
    ...conditionItems(actions),
    ...sourceItems(actions),
    { name: "Copy the value", act: actions.copyValue },
    { name: "Copy the row", act: actions.copyRow },
    { name: "Copy the row as JSON", act: actions.copyJson },
    { name: "Open the row", act: actions.open },
  ];
}

// Members of values are not columns of the result, and a table has only the beginning of a long text.
function conditionItems({ column, cell, filter }: CellActions): readonly MenuItem[] {
  const { name, kind, member } = column;
  const title = visibleText(columnTitle(column), maxShown);
  if (member !== undefined || (typeof cell === "object" && cell !== null)) return [];
  if (cell === null)
    return [
      { name: `Only rows without ${title}`, act: () => filter({ column: name, operator: "empty" }) },
      { name: `Only rows with ${title}`, act: () => filter({ column: name, operator: "not-empty" }) },
    ];
  const isAmount = kind === "number" || kind === "date" || kind === "time" || kind === "instant";
  // NaN and infinities cannot be compared.
  if (kind === "nested" || (isAmount && !/^-?\d/.test(cell)) || cell.includes("(BC)")) return [];
  const value = cell === "" ? "(blank)" : visibleText(cell, maxShown);
  const item = (sign: string, operator: "equals" | "differs" | "at-least" | "at-most"): MenuItem => ({
    name: `${title} ${sign} ${value}`,
    act: () => filter({ column: name, operator, value: cell }),
  });
  return [
    item("=", "equals"),
    item("≠", "differs"),
    ...(isAmount ? [item("≥", "at-least"), item("≤", "at-most")] : []),
  ];
}

function sourceItems({ column, cell, askSource }: CellActions): readonly MenuItem[] {
  if (askSource === undefined || typeof cell !== "string" || column.member !== undefined) return [];
  const item = askSource(column, cell);
  return item === undefined ? [] : [item];
}
