import type { JSX } from "preact";
import { goTo } from "../app/view.js";
import { formatView, listView } from "../app/view-state.js";
import { formatDuration } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { type ConnectorEntry, closeConnector, openConnector } from "./connector-entries.js";
import { Logo } from "./logo.js";

/** Shows a connector of the list: its description and whether it responds. */
export function ConnectorCard({ entry }: { readonly entry: ConnectorEntry }): JSX.Element {
  const { base, application, status, problem } = entry;
  const target = { ...listView, base };
  return (
    <article class={`card ${status}`}>
      <Logo entry={entry} />
      <div class="card-text">
        <h2>
          <a
            href={`#${formatView(target)}`}
            onClick={(event) => {
              event.preventDefault();
              goTo(target);
            }}
          >
            <bdi>{application === undefined ? visibleText(base, 80) : visibleText(application.name, 80)}</bdi>
          </a>
        </h2>
        {application === undefined ? null : (
          <p class="about clamp">{visibleText(application.description, 240)}</p>
        )}
        {status === "failed" ? <p class="problem">{visibleText(problem, 240)}</p> : null}
        <p class="facts">
          <Health entry={entry} />
          {application === undefined ? null : (
            <>
              <span>{counted(application.sources.length, "source")}</span>
              <span>{application.kinds.map(({ name }) => visibleText(name, 40)).join(", ")}</span>
            </>
          )}
        </p>
        {status === "failed" ? (
          <p class="card-actions">
            <button type="button" class="quiet" onClick={() => void openConnector(base)}>
              Try again
            </button>
            <button type="button" class="quiet" onClick={() => closeConnector(base)}>
              Remove
            </button>
          </p>
        ) : null}
      </div>
    </article>
  );
}

/** Shows whether a connector responds, and how fast. */
export function Health({ entry }: { readonly entry: ConnectorEntry }): JSX.Element {
  const { status, latency, application } = entry;
  if (status === "loading") return <span class="health loading">asking…</span>;
  if (status === "failed") return <span class="health bad">does not answer</span>;
  const remarks = application?.remarks.length ?? 0;
  return (
    <span class={`health ${remarks > 0 ? "warn" : "good"}`}>
      answers in {formatDuration(latency ?? 0)}
      {remarks > 0 ? `, ${counted(remarks, "remark")}` : ""}
    </span>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
