import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { SourceInfo } from "../connect/connectors/application.js";
import { type NamedConnector, quoteName } from "../rows/data/sql-names.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";

/** Props of `SqlTree`. */
export interface SqlTreeProps {
  readonly connectors: readonly NamedConnector[];
  /** Base address of the connector whose sources are shown at first. */
  readonly base: string;
  /** Writes a name into the statement. */
  readonly insert: (name: string) => void;
}

/** Number of sources from which there is a search. */
const minSearched = 13;
// The search finds the others.
const maxListed = 100;

/** The connectors, their sources and the declared columns; a click writes a name into the statement. */
export function SqlTree({ connectors, base, insert }: SqlTreeProps): JSX.Element {
  const search = useSignal("");
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ id, name, columns = [] }: SourceInfo): boolean => {
    const text = [id, name, ...columns.map((column) => column.id)].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const count = connectors.reduce((sum, { sources }) => sum + sources.length, 0);
  return (
    <nav class="sql-tree" aria-label="Tables">
      {count < minSearched ? null : (
        <input
          type="search"
          placeholder={`Search ${formatCount(count)} sources`}
          aria-label="Search tables and columns"
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
      )}
      {connectors.map((connector) => {
        const sources = connector.sources.filter(matches);
        if (words.length > 0 && sources.length === 0) return null;
        return (
          <details key={connector.base} open={connector.base === base || words.length > 0}>
            <summary>{visibleText(connector.name, 40)}</summary>
            {sources.slice(0, maxListed).map((source) => (
              <SourceNode key={source.id} connector={connector.name} source={source} insert={insert} />
            ))}
            {sources.length > maxListed ? (
              <p class="about">{formatCount(sources.length - maxListed)} more: search to find them</p>
            ) : null}
          </details>
        );
      })}
    </nav>
  );
}

interface SourceNodeProps extends Pick<SqlTreeProps, "insert"> {
  readonly connector: string;
  readonly source: SourceInfo;
}

function SourceNode({ connector, source, insert }: SourceNodeProps): JSX.Element {
  const { id, columns = [] } = source;
  const name = visibleText(id, 60);
  return (
    <details class="sql-source">
      <summary>
        <bdi>{name}</bdi>
      </summary>
      <button type="button" class="link" onClick={() => insert(`${connector}.${quoteName(id)}`)}>
        Insert the table {name}
      </button>
      {columns.length === 0 ? <p class="about">The connector declares no columns.</p> : null}
      <ul>
        {columns.map((column) => (
          <li key={column.id}>
            <button type="button" class="picker-item" onClick={() => insert(quoteName(column.id))}>
              <bdi>{visibleText(column.id, 60)}</bdi>
              <span class="picker-type">{column.type}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
