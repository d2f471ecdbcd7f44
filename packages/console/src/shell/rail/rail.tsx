import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { connectorEntries } from "../../connect/connectors/connector-entries.js";
import { currentSource } from "../../connect/connectors/current.js";
import { Icon } from "../../controls/icon.js";
import { formatCount } from "../../text/format-amount.js";
import { consoleSession } from "../../workbench/http/console-session.js";
import { view } from "../../workbench/view/view.js";
import { RailConnector } from "./rail-connector.js";
import { railGroups } from "./rail-groups.js";
import { railOpen } from "./rail-open.js";

/** Lists the connectors and their sources, with a search. The arrow keys move along the list, which is one tab stop. */
export function Rail(): JSX.Element {
  const search = useSignal("");
  const frame = useRef<HTMLElement>(null);
  const entries = connectorEntries.value;
  const groups = railGroups(entries, search.value, view.value.base);
  const found = groups.reduce((sum, { sources }) => sum + sources.length, 0);
  const isSearching = search.value.trim() !== "";
  useEffect(() => {
    if (frame.current !== null && !isSearching) showCurrent(frame.current);
  }, [view.value.base, currentSource.value?.id, isSearching, railOpen.value]);
  const move = (event: KeyboardEvent): void => {
    const listed = frame.current?.querySelectorAll<HTMLElement>(".rail-list a, .rail-list summary") ?? [];
    const links = [...listed].filter((link) => link.matches("summary, details[open] a, :not(details a)"));
    const current = links.findIndex((link) => link === document.activeElement);
    const next = nextIndex(event.key, current, links.length);
    if (next === undefined) return;
    event.preventDefault();
    links[next]?.focus();
  };
  return (
    <nav
      ref={frame}
      id="rail"
      class={`rail ${railOpen.value ? "open" : ""}`}
      aria-label="Sources"
      onKeyDown={(event) => {
        if (event.key === "Escape") railOpen.value = false;
      }}
    >
      <RailSearch search={search} move={move} />
      <p class="visually-hidden" role="status">
        {isSearching ? `${formatCount(found)} ${found === 1 ? "source" : "sources"} found` : ""}
      </p>
      <ul class="rail-list" onKeyDown={move}>
        {groups.map(({ entry, sources }, index) => (
          <RailConnector
            key={entry.base}
            entry={entry}
            sources={sources}
            isFound={isSearching}
            isFirst={index === 0}
            chosen={() => (railOpen.value = false)}
          />
        ))}
      </ul>
      {groups.length === 0 ? (
        <p class="rail-empty">
          {entries.length === 0
            ? consoleSession.value.problem || "This service has no connectors. Open one by its address."
            : "No source matches."}
        </p>
      ) : null}
    </nav>
  );
}

/** Scrolls the list, and nothing else, so that the source that is shown is in sight. */
function showCurrent(rail: HTMLElement): void {
  const list = rail.querySelector(".rail-list");
  const link = rail.querySelector('[aria-current="page"]');
  if (list === null || link === null) return;
  const [frame, place] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
  if (place.top >= frame.top && place.bottom <= frame.bottom) return;
  list.scrollTop += (place.top + place.bottom - frame.top - frame.bottom) / 2;
}

interface RailSearchProps {
  readonly search: Signal<string>;
  readonly move: (event: KeyboardEvent) => void;
}

function RailSearch({ search, move }: RailSearchProps): JSX.Element {
  return (
    <div class="rail-search">
      <Icon name="search" />
      <input
        type="search"
        placeholder="Search sources"
        aria-label="Search sources"
        value={search.value}
        onInput={(event) => (search.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") move(event);
        }}
      />
    </div>
  );
}

/** Returns the index of the link that a key moves the focus to; `undefined` for keys that do not move it. */
function nextIndex(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case "ArrowDown":
      return Math.min(count - 1, current + 1);
    case "ArrowUp":
      return Math.max(0, current - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
