import { type Signal, useSignal } from "@preact/signals";
import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { ListSearch } from "../../controls/list-search.js";
import { Popover } from "../../controls/popover.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { KindIcon } from "../columns/kind-icon.js";
import { columnTitle } from "./member-columns.js";
import { type TableLayout, toggleHidden } from "./table-layout.js";

/** Props of `ColumnPicker`: the columns and the arrangement that says which are hidden. */
export interface ColumnPickerProps {
  readonly columns: readonly TableColumn[];
  readonly layout: Signal<TableLayout>;
  /** Whether the columns are known. */
  readonly isReady: boolean;
}

// Maximum number of columns listed at once; the search finds the others.
const maxListed = 200;

/** A button that opens a searchable list in which columns are shown and hidden. */
export function ColumnPicker({ columns, layout, isReady }: ColumnPickerProps): JSX.Element {
  const hidden = layout.value.hidden.size;
  return (
    <Popover
      name="Columns"
      buttonClass="quiet"
      isReady={isReady}
      button={
        <>
          <Icon name="columns" /> <span class="bar-name">Columns</span>
          {hidden > 0 ? <span class="count">{formatCount(columns.length - hidden)}</span> : null}
        </>
      }
    >
      {() => <ColumnList columns={columns} layout={layout} />}
    </Popover>
  );
}

function ColumnList({ columns, layout }: Omit<ColumnPickerProps, "isReady">): JSX.Element {
  const search = useSignal("");
  const wanted = search.value.trim().toLowerCase();
  const found = columns.filter((column) =>
    `${column.key ?? column.name} ${columnTitle(column)}`.toLowerCase().includes(wanted),
  );
  const hideFound = (isHidden: boolean): void => {
    const hidden = new Set(layout.value.hidden);
    for (const { name } of found) {
      if (isHidden) hidden.add(name);
      else hidden.delete(name);
    }
    layout.value = { ...layout.value, hidden };
  };
  return (
    <div class="picker">
      <ListSearch noun="columns" count={columns.length} search={search} />
      <span class="actions">
        <button type="button" class="quiet" onClick={() => hideFound(false)}>
          Show all
        </button>
        <button type="button" class="quiet" onClick={() => hideFound(true)}>
          Hide all
        </button>
      </span>
      <div class="boxes-list" role="group" aria-label="Columns">
        {found.slice(0, maxListed).map((column) => (
          <label key={column.name}>
            <input
              type="checkbox"
              checked={!layout.value.hidden.has(column.name)}
              onChange={() => (layout.value = toggleHidden(layout.value, column.name))}
            />
            <KindIcon kind={column.kind} />
            <bdi>{visibleText(columnTitle(column), 80)}</bdi>
          </label>
        ))}
        {found.length > maxListed ? (
          <p class="about">{formatCount(found.length - maxListed)} more: search to find them</p>
        ) : null}
      </div>
    </div>
  );
}
