import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { columnsKey, noteColumns } from "../../check/seen-columns.js";
import type { Account } from "../../connect/account/account.js";
import { AccountSection, useOpenAccount } from "../../connect/account/account-section.js";
import { currentAccount } from "../../connect/account/accounts.js";
import type { Application, SourceInfo } from "../../connect/connectors/application.js";
import { type ConnectorEntry, openConnector } from "../../connect/connectors/connector-entries.js";
import { currentEntry, currentSource } from "../../connect/connectors/current.js";
import { SteadyButton } from "../../controls/steady-button.js";
import { draft, draftProblems, missingFields, neededFields, startDraft } from "../../filter/draft.js";
import { FilterBar, type FilterBarProps } from "../../filter/filter-bar.js";
import { RequestsPanel } from "../../requests/requests-panel.js";
import { cancelStream, stream } from "../../rows/data/stream-state.js";
import { ConditionChips } from "../../rows/table/condition-chips.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { noteRun } from "../../workbench/view/saved-questions.js";
import { changeView, completeView, view } from "../../workbench/view/view.js";
import { emptyView, formatView, type Tab } from "../../workbench/view/view-state.js";
import { noteRowCount } from "../rail/row-counts.js";
import { NeededFields } from "./needed-fields.js";
import { ResultArea } from "./result-area.js";
import { checking, hasRun, refusesFilter, runProblem, runSource } from "./run-source.js";
import { endingName, StatusLine } from "./status-line.js";

/** The main part of the page: a source, its filter and its rows. */
export function Workspace(): JSX.Element {
  const entry = currentEntry.value;
  const application = entry?.application;
  if (entry === undefined) {
    return (
      <main class="work" id="main" tabIndex={-1}>
        <p class="empty">Choose a source, or open a connector by its address.</p>
      </main>
    );
  }
  if (application === undefined) return <ConnectorNotReady entry={entry} />;
  return <SourceWorkspace key={entry.base} base={entry.base} application={application} />;
}

function ConnectorNotReady({ entry }: { readonly entry: ConnectorEntry }): JSX.Element {
  const name = visibleText(entry.base, 200);
  if (entry.status === "loading") {
    return (
      <main class="work" id="main" tabIndex={-1}>
        <p class="empty" role="status">
          <span class="spinner" aria-hidden="true" /> Loading the description of {name}…
        </p>
      </main>
    );
  }
  return (
    <main class="work" id="main" tabIndex={-1}>
      <div class="work-head">
        <h1>{name}</h1>
        <span class="spacer" />
        <button type="button" class="primary" onClick={() => void openConnector(entry.base)}>
          Try again
        </button>
      </div>
      <div class="notice" role="alert">
        <strong>Could not read the description of this connector</strong>
        <p>{visibleText(entry.problem, 600)}</p>
        {entry.isUnconfirmed ? (
          <>
            <p>If the connector runs on this machine and you trust its address, confirm it.</p>
            <button type="button" onClick={() => void openConnector(entry.base, true)}>
              Open {visibleText(entry.base, 200)} on this machine
            </button>
          </>
        ) : (
          <p>The request below shows what the connector sent, and what to do.</p>
        )}
      </div>
      <div class="panel padded">
        <RequestsPanel base={entry.base} />
      </div>
    </main>
  );
}

interface SourceWorkspaceProps {
  readonly base: string;
  readonly application: Application;
}

function SourceWorkspace({ base, application }: SourceWorkspaceProps): JSX.Element {
  const source = currentSource.value;
  const account = currentAccount.value;
  const isConnecting = useOpenAccount(base, application);
  useAutoRun(base, source, account);
  const { ending, progress, source: ran, base: ranBase, field, note, result } = stream.value;
  useEffect(() => {
    if (ending !== "whole" || ran === "") return;
    noteRowCount(ranBase, ran, progress.rows);
    if (result !== undefined) noteColumns(columnsKey(ranBase, ran), result.columns, Date.now());
  }, [ending, ran, ranBase, progress.rows, result]);
  useRecentRun(source);
  const run = (): void => {
    if (source !== undefined && account !== undefined) void runSource({ base, source, account }, changeView);
  };
  const isStatement = view.value.tab === "sql";
  useRunKey(isStatement ? () => undefined : run);
  useRefusedField(ending === "refused" ? field : undefined, note);
  if (source === undefined) {
    return (
      <main class="work" id="main" tabIndex={-1}>
        <p class="empty">The connector lists no sources.</p>
      </main>
    );
  }
  const isMissing = missingFields(source.filter, draft.value).length > 0;
  const isReady = account !== undefined && hasRun({ base, source, account });
  const hasRows = stream.value.run > 0 && ranBase === base && ran === source.id;
  const needsForm = account !== undefined && neededFields.value.length > 0 && !hasRows;
  return (
    <main class="work" id="main" tabIndex={-1}>
      <SourceHead source={source} canRun={account !== undefined} run={run} />
      {isStatement ? null : <FilterLine base={base} source={source} run={run} />}
      {runProblem.value === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(runProblem.value, 600)}
        </p>
      )}
      {account === undefined && !isConnecting ? (
        <Start title={`Connect an account to read ${visibleText(application.name, 60)}`}>
          <AccountSection base={base} application={application} />
        </Start>
      ) : null}
      {needsForm ? (
        <Start title={`${visibleText(source.name, 60)} needs a filter`}>
          <NeededFields key={source.id} base={base} source={source} run={run} />
        </Start>
      ) : null}
      <ResultArea
        base={base}
        application={application}
        source={source}
        run={run}
        isIdle={(account === undefined && !isConnecting) || isMissing || needsForm}
        isStarting={isConnecting || checking.value || (!isReady && runProblem.value === "")}
      />
      <StatusLine base={base} source={source} />
    </main>
  );
}

/** The tabs that show only the rows that the search and the conditions leave. */
const ofShownRows: ReadonlySet<Tab> = new Set<Tab>(["rows", "chart", "summary"]);

/** Shows all that decides which rows are shown, and how far each part reaches: to the source, or to the rows here. */
function FilterLine(props: FilterBarProps): JSX.Element {
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

function SourceHead({
  source,
  canRun,
  run,
}: {
  readonly source: SourceInfo;
  readonly canRun: boolean;
  readonly run: () => void;
}): JSX.Element {
  const isRunning = stream.value.ending === "open";
  const label = checking.value ? "Checking…" : "Run";
  return (
    <div class="work-head">
      <div class="work-title">
        <h1>
          <bdi>{visibleText(source.name, 120)}</bdi>
        </h1>
        {source.description === "" ? null : (
          <p class="about one-line" title={visibleText(source.description, 600)}>
            {visibleText(source.description, 300)}
          </p>
        )}
      </div>
      {view.value.tab === "sql" ? null : (
        <SteadyButton
          label={isRunning ? "Cancel" : label}
          act={isRunning ? cancelStream : run}
          class={`run ${isRunning ? "" : "primary"}`}
          isDisabled={!canRun}
          keyShortcuts="Control+Enter"
        >
          {isRunning ? null : <kbd aria-hidden="true">Ctrl ↵</kbd>}
        </SteadyButton>
      )}
    </div>
  );
}

interface StartProps {
  readonly title: string;
  readonly children: JSX.Element;
}

/** A form that must be completed before rows can be requested. */
function Start({ title, children }: StartProps): JSX.Element {
  return (
    <section class="start" aria-labelledby="start-title">
      <h2 id="start-title">{title}</h2>
      {children}
    </section>
  );
}

/** Records each run of the source once it has ended, with the address that it has then. */
function useRecentRun(source: SourceInfo | undefined): void {
  const { run, ending, progress, base, source: ran } = stream.value;
  useEffect(() => {
    if (run === 0 || ending === "open" || source === undefined) return;
    const { filter } = view.peek();
    const rows = `${formatCount(progress.rows)} ${progress.rows === 1 ? "row" : "rows"}`;
    noteRun({
      title: ran === source.id ? source.name : ran,
      view: formatView({ ...emptyView, base, source: ran, filter }),
      at: Date.now(),
      outcome: `${endingName[ending]}, ${rows}`,
    });
  }, [run, ending]);
}

/** Shows a refusal at the field that it is about. */
function useRefusedField(field: string | undefined, note: string): void {
  useEffect(() => {
    if (field !== undefined) draftProblems.value = new Map([[field, note]]);
  }, [field, note]);
}

/** Runs on Ctrl+Enter, and on Command+Enter, wherever the focus is. */
function useRunKey(run: () => void): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/**
 * Requests the rows of the source that the address names, as soon as an account is connected and no required field is
 * empty. A stream of another source is cancelled.
 */
function useAutoRun(base: string, source: SourceInfo | undefined, account: Account | undefined): void {
  const filter = JSON.stringify(view.value.filter);
  // Before the fields can be filled in, or what is typed at once would be lost. The rows are requested before the page is
  // painted.
  useLayoutEffect(() => {
    if (source === undefined) return;
    const { base: runningBase, source: running } = stream.peek();
    if (runningBase !== base || running !== source.id) cancelStream();
    startDraft(base, source, view.peek().filter);
  }, [base, source, filter]);
  useLayoutEffect(() => {
    if (source === undefined || account === undefined) return;
    if (missingFields(source.filter, draft.peek()).length > 0) return;
    if (refusesFilter(source, view.peek().filter)) return;
    const target = { base, source, account };
    if (!hasRun(target)) void runSource(target, completeView);
  }, [base, source, filter, account?.key]);
}
