import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { Popover } from "../../controls/popover.js";
import { formatDuration } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { consoleSession } from "../../workbench/http/console-session.js";
import { changeView } from "../../workbench/view/view.js";
import { emptyView } from "../../workbench/view/view-state.js";
import { type ConnectorEntry, closeConnector, openConnector } from "./connector-entries.js";
import { Logo } from "./logo.js";

/** The control in the head that names the connector and opens its description. */
export function ConnectorFacts({ entry }: { readonly entry: ConnectorEntry }): JSX.Element {
  const name = visibleText(entry.application?.name ?? entry.base, 80);
  const remarks = entry.application?.remarks.length ?? 0;
  return (
    <Popover
      name={`About ${name}`}
      buttonClass="head-button"
      button={
        <>
          <Logo entry={entry} />
          <bdi class="head-name">{name}</bdi>
          {remarks > 0 ? (
            <span class="badge warn">
              {remarks}
              <span class="visually-hidden"> {remarks === 1 ? "remark" : "remarks"}</span>
            </span>
          ) : null}
          <Icon name="down" />
        </>
      }
    >
      {(close) => <Facts entry={entry} close={close} />}
    </Popover>
  );
}

function Facts({
  entry,
  close,
}: {
  readonly entry: ConnectorEntry;
  readonly close: () => void;
}): JSX.Element {
  const { base, application } = entry;
  const { version = "", description = "", site = "", tags = [], remarks = [] } = application ?? {};
  return (
    <div class="connector-facts">
      <p class="facts">
        <Health entry={entry} />
        {version === "" ? null : <span>version {visibleText(version, 20)}</span>}
        <ConformanceNote base={base} />
      </p>
      {description === "" ? null : <p>{visibleText(description, 600)}</p>}
      <p class="facts">
        <code>{visibleText(base, 200)}</code>
        <SiteLink site={site} />
      </p>
      {tags.length === 0 ? null : (
        <p class="facts">
          {tags.slice(0, 8).map((tag) => (
            <span key={tag} class="tag">
              {visibleText(tag, 30)}
            </span>
          ))}
        </p>
      )}
      {remarks.length === 0 ? null : (
        <div class="remarks">
          <p>The description of this connector is incomplete:</p>
          <ul>
            {remarks.slice(0, 50).map((remark, index) => (
              <li key={index}>{visibleText(remark, 200)}</li>
            ))}
          </ul>
        </div>
      )}
      <span class="actions">
        <button type="button" class="quiet" onClick={() => void openConnector(base)}>
          Load again
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            close();
            changeView(emptyView);
            closeConnector(base);
          }}
        >
          Remove from the list
        </button>
      </span>
    </div>
  );
}

function Health({ entry }: { readonly entry: ConnectorEntry }): JSX.Element {
  const { status, latency } = entry;
  if (status === "loading") return <span class="health loading">loading…</span>;
  if (status === "failed") return <span class="health bad">does not respond</span>;
  return <span class="health good">responds in {formatDuration(latency ?? 0)}</span>;
}

function SiteLink({ site }: { readonly site: string }): JSX.Element | null {
  if (!URL.canParse(site) || !/^https?:$/.test(new URL(site).protocol)) return null;
  return (
    <a href={site} target="_blank" rel="noopener noreferrer">
      {visibleText(new URL(site).host, 60)} <span aria-hidden="true">↗</span>
    </a>
  );
}

/** Shows the summary of a conformance run of a connector, if the service has its report. */
function ConformanceNote({ base }: { readonly base: string }): JSX.Element | null {
  const summary = consoleSession.value.conformance.get(base);
  if (summary === undefined) return null;
  const { passed, failed, warned } = summary;
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warned > 0 ? [`${warned} warnings`] : []),
  ];
  return <span class={`health ${failed > 0 ? "bad" : "good"}`}>conformance: {parts.join(", ")}</span>;
}
