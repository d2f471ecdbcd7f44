import type { Signal } from "@preact/signals";
import type { SortColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Menu, type MenuItem } from "../../controls/menu.js";
import { visibleText } from "../../text/visible-text.js";
import { columnTitle, type GridColumn } from "./member-columns.js";
import { resizeColumn, splitInto, type TableLayout, toggleHidden, togglePin } from "./table-layout.js";

/** Props of `ColumnMenu`: a column and the arrangement that the menu changes. */
export interface ColumnMenuProps {
  readonly column: GridColumn;
  /** Id of the element that the menu is placed below. */
  readonly anchorId: string;
  readonly layout: Signal<TableLayout>;
  readonly sort: readonly SortColumn[];
  /** Changes the order of the rows; `undefined` while they cannot be sorted. */
  readonly changeSort: ((sort: readonly SortColumn[]) => void) | undefined;
  /** Shows a nested column as the columns of its members; `undefined` while that is not possible. */
  readonly split: ((column: GridColumn) => void) | undefined;
  /** Shows the figures of a column of the result; `undefined` while there are none. */
  readonly showFigures: ((column: GridColumn) => void) | undefined;
  /** Called after the menu has closed. */
  readonly close: () => void;
}

/** The menu of a column. */
export function ColumnMenu(props: ColumnMenuProps): JSX.Element {
  const { column, anchorId, close } = props;
  const name = `Column ${visibleText(columnTitle(column), 60)}`;
  return <Menu name={name} anchorId={anchorId} items={menuItems(props)} close={close} />;
}

function menuItems(props: ColumnMenuProps): readonly MenuItem[] {
  const { column, layout } = props;
  const { name } = column;
  const { pinned, widths } = layout.value;
  const change = (next: TableLayout) => (): void => {
    layout.value = next;
  };
  const width = widths.get(name) ?? 160;
  const { showFigures } = props;
  return [
    ...sortItems(props),
    ...(showFigures === undefined || column.member !== undefined
      ? []
      : [{ name: "Show the figures", act: () => showFigures(column) }]),
    ...memberItems(props),
    {
      name: pinned.includes(name) ? "Unpin" : "Pin to the start",
      act: change(togglePin(layout.value, name)),
    },
    { name: "Hide", act: change(toggleHidden(layout.value, name)) },
    { name: "Wider", act: change(resizeColumn(layout.value, name, width * 1.4)) },
    { name: "Narrower", act: change(resizeColumn(layout.value, name, width / 1.4)) },
    {
      name: "Copy the name",
      act: () =>
        void navigator.clipboard
          .writeText(column.member?.path.at(-1) ?? column.key ?? name)
          .catch(() => undefined),
    },
  ];
}

// The service sorts by columns of the result, not by members of their values.
function sortItems({ column, sort, changeSort }: ColumnMenuProps): readonly MenuItem[] {
  if (changeSort === undefined) return [];
  const by = { column: column.name };
  return [
    ...(column.member === undefined
      ? [
          { name: "Sort ascending", act: () => changeSort([by]) },
          { name: "Sort descending", act: () => changeSort([{ ...by, isDescending: true }]) },
        ]
      : []),
    ...(sort.length > 0 ? [{ name: "Original order", act: () => changeSort([]) }] : []),
  ];
}

function memberItems({ column, layout, split }: ColumnMenuProps): readonly MenuItem[] {
  const { member } = column;
  return [
    ...(column.kind === "nested" && split !== undefined
      ? [{ name: "Show members as columns", act: () => split(column) }]
      : []),
    ...(member === undefined
      ? []
      : [
          {
            name: "Show as one column",
            act: () => {
              layout.value = splitInto(layout.value, member.parent, []);
            },
          },
        ]),
  ];
}
