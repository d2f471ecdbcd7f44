import type { Signal } from "@preact/signals";
import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { placePanel } from "../controls/place-panel.js";
import { visibleText } from "../text/visible-text.js";
import { resizeColumn, type TableLayout, toggleHidden, togglePin } from "./table-layout.js";

/** Props of `ColumnMenu`: a column and the arrangement that the menu changes. */
export interface ColumnMenuProps {
  readonly column: TableColumn;
  /** Id of the element that the menu is placed below. */
  readonly anchorId: string;
  readonly layout: Signal<TableLayout>;
  readonly canSort: boolean;
  /** Called after the menu has closed. */
  readonly close: () => void;
}

interface MenuItem {
  readonly name: string;
  readonly act: () => void;
}

/** The menu of a column. Arrow keys move along it, and Escape closes it. */
export function ColumnMenu({ column, anchorId, layout, canSort, close }: ColumnMenuProps): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const anchor = document.getElementById(anchorId);
    panel.current?.showPopover();
    if (panel.current !== null && anchor !== null) placePanel(panel.current, anchor);
    panel.current?.querySelector("button")?.focus();
  }, []);
  const move = (event: KeyboardEvent): void => {
    const items = [...(panel.current?.querySelectorAll("button") ?? [])];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const current = items.findIndex((item) => item === document.activeElement);
    items[(current + step + items.length) % items.length]?.focus();
  };
  return (
    <div
      ref={panel}
      class="popover menu"
      role="menu"
      aria-label={`Column ${visibleText(column.name, 60)}`}
      popover="auto"
      onKeyDown={move}
      onToggle={(event) => {
        if (event.newState === "closed") close();
      }}
    >
      {menuItems(column, layout, canSort).map(({ name, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            act();
            panel.current?.hidePopover();
          }}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function menuItems(
  { name }: TableColumn,
  layout: Signal<TableLayout>,
  canSort: boolean,
): readonly MenuItem[] {
  const { pinned, widths, sort } = layout.value;
  const change = (next: TableLayout) => (): void => {
    layout.value = next;
  };
  const width = widths.get(name) ?? 160;
  return [
    ...(canSort
      ? [
          { name: "Sort ascending", act: change({ ...layout.value, sort: [{ column: name }] }) },
          {
            name: "Sort descending",
            act: change({ ...layout.value, sort: [{ column: name, isDescending: true }] }),
          },
        ]
      : []),
    ...(sort.length > 0 ? [{ name: "Original order", act: change({ ...layout.value, sort: [] }) }] : []),
    {
      name: pinned.includes(name) ? "Release" : "Pin to the start",
      act: change(togglePin(layout.value, name)),
    },
    { name: "Hide", act: change(toggleHidden(layout.value, name)) },
    { name: "Wider", act: change(resizeColumn(layout.value, name, width * 1.4)) },
    { name: "Narrower", act: change(resizeColumn(layout.value, name, width / 1.4)) },
    { name: "Copy the name", act: () => void navigator.clipboard.writeText(name).catch(() => undefined) },
  ];
}
