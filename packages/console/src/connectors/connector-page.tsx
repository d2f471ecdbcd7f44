import type { JSX } from "preact";
import { AccountSection } from "../account/account-section.js";
import { view } from "../app/view.js";
import { ResultArea } from "../data/result-area.js";
import { FilterSection } from "../filter/filter-section.js";
import { visibleText } from "../text/visible-text.js";
import type { Application } from "./application.js";
import { ConformanceNote } from "./conformance-note.js";
import { Health } from "./connector-card.js";
import { type ConnectorEntry, connectorEntries, openConnector } from "./connector-entries.js";
import { Logo } from "./logo.js";
import { SourceSection } from "./source-section.js";

/** Shows the page of one connector. */
export function ConnectorPage({ base }: { readonly base: string }): JSX.Element {
  const entry = connectorEntries.value.find((one) => one.base === base);
  const application = entry?.application;
  if (entry === undefined || application === undefined) return <NotReady base={base} entry={entry} />;
  const { sources, remarks } = application;
  const source =
    sources.find(({ id }) => id === view.value.source) ??
    sources.find(({ isDefault }) => isDefault) ??
    sources[0];
  return (
    <main class="connector-page" id="main">
      <Head entry={entry} application={application} />
      {remarks.length === 0 ? null : (
        <details class="remarks">
          <summary>{remarks.length} remarks on the description of this connector</summary>
          <ul>
            {remarks.slice(0, 50).map((remark, index) => (
              <li key={index}>{visibleText(remark, 200)}</li>
            ))}
          </ul>
        </details>
      )}
      <div class="bench">
        <div class="setup">
          <AccountSection key={base} base={base} application={application} />
          <SourceSection sources={sources} chosen={source} />
          {source === undefined ? null : (
            <FilterSection key={`${base} ${source.id}`} base={base} source={source} />
          )}
        </div>
        <ResultArea base={base} application={application} source={source} />
      </div>
    </main>
  );
}

interface NotReadyProps {
  readonly base: string;
  readonly entry: ConnectorEntry | undefined;
}

function NotReady({ base, entry }: NotReadyProps): JSX.Element {
  return (
    <main class="list-page" id="main">
      {entry?.status === "failed" ? (
        <div class="notice" role="alert">
          <strong>{visibleText(base, 200)} cannot be used</strong>
          <p>{visibleText(entry.problem, 600)}</p>
          <button type="button" onClick={() => void openConnector(base)}>
            Try again
          </button>
        </div>
      ) : (
        <p class="empty">Asking {visibleText(base, 200)} who it is…</p>
      )}
    </main>
  );
}

interface HeadProps {
  readonly entry: ConnectorEntry;
  readonly application: Application;
}

function Head({ entry, application }: HeadProps): JSX.Element {
  const { name, version, description, site, tags } = application;
  return (
    <header class="connector-head">
      <Logo entry={entry} large />
      <div>
        <h1>
          <bdi>{visibleText(name, 120)}</bdi>
          {version === "" ? null : <span class="version">{visibleText(version, 20)}</span>}
        </h1>
        <p class="about clamp">{visibleText(description, 400)}</p>
        <p class="facts">
          <Health entry={entry} />
          <SiteLink site={site} />
          <ConformanceNote base={entry.base} />
          {tags.slice(0, 8).map((tag) => (
            <span key={tag} class="tag">
              {visibleText(tag, 30)}
            </span>
          ))}
        </p>
      </div>
    </header>
  );
}

function SiteLink({ site }: { readonly site: string }): JSX.Element | null {
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) return null;
  return (
    <a href={site} target="_blank" rel="noopener noreferrer">
      {visibleText(new URL(site).host, 60)} <span aria-hidden="true">↗</span>
    </a>
  );
}
