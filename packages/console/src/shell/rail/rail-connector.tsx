import type { JSX } from "preact";
import type { SourceInfo } from "../../connect/connectors/application.js";
import type { ConnectorEntry } from "../../connect/connectors/connector-entries.js";
import { currentSource } from "../../connect/connectors/current.js";
import { Logo } from "../../connect/connectors/logo.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { changeView, view } from "../../workbench/view/view.js";
import { emptyView, formatView, type ViewState } from "../../workbench/view/view-state.js";
import { rowCountKey, rowCounts } from "./row-counts.js";
import { type SourceFolder, sourceFolders } from "./source-folders.js";

/** Props of `RailConnector`: a connector and those of its sources that are listed. */
export interface RailConnectorProps {
  readonly entry: ConnectorEntry;
  readonly sources: readonly SourceInfo[];
  /** Whether the sources are those that a search has found. */
  readonly isFound: boolean;
  /** Whether this is the first of the list. */
  readonly isFirst: boolean;
  /** Called after a connector or a source was opened. */
  readonly chosen: () => void;
}

// Maximum number of sources listed per connector; the search finds the others.
const maxSources = 1_000;

/** Shows a connector of the rail and its sources as links. */
export function RailConnector({ entry, sources, isFound, isFirst, chosen }: RailConnectorProps): JSX.Element {
  const { base, application, status } = entry;
  const isOpen = base === view.value.base;
  const name = application === undefined ? base : application.name;
  // The list is one tab stop: the source that is shown, or the first link while no source is shown.
  const isStop = isOpen ? sources.length === 0 : isFirst && view.value.base === undefined;
  const [others, ...folders] = sourceFolders(sources.slice(0, maxSources));
  return (
    <li class={`rail-group ${isOpen ? "open" : ""}`}>
      <RailLink target={{ ...emptyView, base }} chosen={chosen} isStop={isStop} className="rail-connector">
        <Logo entry={entry} />
        <bdi class="rail-name">{visibleText(name, 80)}</bdi>
        {status === "failed" ? <span class="rail-failed">failed</span> : null}
        {status === "loading" ? <span class="spinner" role="img" aria-label="loading" /> : null}
        {application === undefined || isOpen ? null : (
          <span class="rail-count">{formatCount(application.sources.length)}</span>
        )}
      </RailLink>
      {sources.length === 0 ? null : (
        <ul aria-label={`Sources of ${visibleText(name, 80)}`}>
          <SourceLinks base={base} folder={others} chosen={chosen} />
          {folders.map((folder) => (
            <RailFolder
              key={folder.sources[0]?.id}
              base={base}
              folder={folder}
              isOpen={isFound || sources.length <= maxUnfolded}
              chosen={chosen}
            />
          ))}
          {sources.length > maxSources ? (
            <li class="rail-more">{formatCount(sources.length - maxSources)} more: search to find them</li>
          ) : null}
        </ul>
      )}
    </li>
  );
}

interface SourceLinksProps {
  readonly base: string;
  readonly folder: SourceFolder | undefined;
  readonly chosen: () => void;
}

interface RailFolderProps extends SourceLinksProps {
  readonly folder: SourceFolder;
  /** Whether it is unfolded even if the source that is shown is not in it. */
  readonly isOpen: boolean;
}

// With more sources, only the folder of the source that is shown is unfolded.
const maxUnfolded = 60;

function RailFolder({ base, folder, isOpen, chosen }: RailFolderProps): JSX.Element {
  const { name, sources } = folder;
  const isCurrent = base === view.value.base && sources.some(({ id }) => id === currentSource.value?.id);
  return (
    <li>
      <details class="rail-folder" open={isOpen || isCurrent}>
        <summary tabIndex={isCurrent ? 0 : -1}>
          <bdi class="rail-name">{visibleText(name, 80)}</bdi>
          <span class="rail-count">{formatCount(sources.length)}</span>
        </summary>
        <ul aria-label={visibleText(name, 80)}>
          <SourceLinks base={base} folder={folder} chosen={chosen} />
        </ul>
      </details>
    </li>
  );
}

function SourceLinks({ base, folder, chosen }: SourceLinksProps): JSX.Element {
  return (
    <>
      {folder?.sources.map((source) => (
        <li key={source.id}>
          <SourceLink base={base} source={source} prefix={folder.prefix} chosen={chosen} />
        </li>
      ))}
    </>
  );
}

interface SourceLinkProps {
  readonly base: string;
  readonly source: SourceInfo;
  /** The beginning of the name that the heading already says. */
  readonly prefix: string;
  readonly chosen: () => void;
}

function SourceLink({ base, source, prefix, chosen }: SourceLinkProps): JSX.Element {
  const isCurrent = base === view.value.base && source.id === currentSource.value?.id;
  const rows = rowCounts.value.get(rowCountKey(base, source.id));
  return (
    <RailLink
      target={{ ...emptyView, base, source: source.id }}
      chosen={chosen}
      isStop={isCurrent}
      isCurrent={isCurrent}
      className="rail-source"
    >
      <bdi class="rail-name">
        {prefix === "" ? null : <span class="visually-hidden">{visibleText(prefix, 80)}</span>}
        {visibleText(source.name.slice(prefix.length), 80)}
      </bdi>
      {rows === undefined ? null : (
        <span class="rail-count">
          {formatCount(rows)}
          <span class="visually-hidden"> rows</span>
        </span>
      )}
    </RailLink>
  );
}

interface RailLinkProps {
  readonly target: ViewState;
  readonly chosen: () => void;
  readonly isStop: boolean;
  readonly isCurrent?: boolean;
  readonly className: string;
  readonly children: JSX.Element | readonly (JSX.Element | null)[];
}

function RailLink({
  target,
  chosen,
  isStop,
  isCurrent = false,
  className,
  children,
}: RailLinkProps): JSX.Element {
  return (
    <a
      class={className}
      href={`#${formatView(target)}`}
      tabIndex={isStop ? 0 : -1}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        changeView({ ...target, tab: view.value.tab });
        chosen();
      }}
    >
      {children}
    </a>
  );
}
