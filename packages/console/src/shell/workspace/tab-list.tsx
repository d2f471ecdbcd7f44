import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatCount } from "../../text/format-amount.js";
import { exchanges } from "../../workbench/exchanges/exchange.js";
import { changeView, view } from "../../workbench/view/view.js";
import { type Tab, tabs } from "../../workbench/view/view-state.js";

/** Props of `TabList`. */
export interface TabListProps {
  readonly base: string;
  /** Whether the connector synchronizes, so that there is a tab for it. */
  readonly synchronizes: boolean;
}

const tabNames: Readonly<Record<Tab, string>> = {
  rows: "Rows",
  chart: "Chart",
  summary: "Summarize",
  columns: "Columns",
  compare: "Compare",
  sql: "SQL",
  sync: "Synchronize",
  requests: "Requests",
  check: "Check",
};

/** Lists the tabs of a source. The arrow keys turn to the next one. */
export function TabList({ base, synchronizes }: TabListProps): JSX.Element {
  const { tab } = view.value;
  const shown: readonly Tab[] = synchronizes ? tabs : tabs.filter((one) => one !== "sync");
  const requests = exchanges.value.filter((exchange) => exchange.base === base).length;
  // On a narrow screen the tabs scroll, and the current one may be out of sight.
  useEffect(() => {
    document.getElementById(`tab-${tab}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [tab]);
  const turn = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = shown[(shown.indexOf(tab) + step + shown.length) % shown.length] ?? "rows";
    changeView({ tab: next });
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Ways to look at the rows" onKeyDown={turn}>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === tab}
          aria-controls="panel"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => changeView({ tab: one })}
        >
          {tabNames[one]}
          {one === "requests" && requests > 0 ? <span class="count">{formatCount(requests)}</span> : null}
        </button>
      ))}
    </div>
  );
}
