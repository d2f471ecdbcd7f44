import type { JSX } from "preact";
import { FilterBar, type FilterBarProps } from "../../filter/filter-bar.js";
import { stream } from "../../rows/data/stream-state.js";
import { ConditionChips } from "../../rows/table/condition-chips.js";
import { changeView, view } from "../../view/view.js";
import type { Tab } from "../../view/view-state.js";

/** The tabs that show only the rows that the search and the conditions leave. */
const ofShownRows: ReadonlySet<Tab> = new Set<Tab>(["rows", "chart", "summary"]);

/** Shows all that decides which rows are shown, and how far each part reaches: to the source, or to the rows here. */
export function FilterLine(props: FilterBarProps): JSX.Element {
  const { source, base } = props;
  const { tab, search, where } = view.value;
  const { base: ranBase, source: ran, result } = stream.value;
  const hasConditions = ofShownRows.has(tab) && (search !== "" || where.length > 0);
  return (
    <div class="filter-line">
      {source.filter.length === 0 ? null : <span class="reach">At the source</span>}
      <FilterBar {...props} />
      {hasConditions ? (
        <ConditionChips
          columns={ranBase === base && ran === source.id ? (result?.columns ?? []) : []}
          choice={view.value}
          choose={changeView}
        />
      ) : null}
    </div>
  );
}
