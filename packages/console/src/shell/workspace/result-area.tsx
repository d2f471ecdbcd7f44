import type { JSX } from "preact";
import { ChartStrip } from "../../chart/chart-strip.js";
import { AccountSection } from "../../connect/account/account-section.js";
import { currentAccount } from "../../connect/account/accounts.js";
import type { Application, SourceInfo } from "../../connect/connectors/application.js";
import { connectorEntries } from "../../connect/connectors/connector-entries.js";
import { CopyButton } from "../../controls/copy-button.js";
import { Icon } from "../../controls/icon.js";
import { lazyComponent } from "../../controls/lazy-component.js";
import { Popover } from "../../controls/popover.js";
import { typeFilter } from "../../filter/draft.js";
import { editedFields, sentFilter } from "../../filter/sent-filter.js";
import { RequestsPanel } from "../../requests/requests-panel.js";
import type { StreamState } from "../../rows/data/row-stream.js";
import { nameConnectors, quoteName } from "../../rows/data/sql-names.js";
import { sourceStream, sqlStream, stream } from "../../rows/data/stream-state.js";
import type { AskSource } from "../../rows/table/cell-menu.js";
import { RowSkeleton, RunRows } from "../../rows/table/run-rows.js";
import { type RowChoice, selectionOf } from "../../rows/table/table-layout.js";
import type { JsonRecord } from "../../text/record.js";
import { visibleText } from "../../text/visible-text.js";
import { addConditions } from "../../workbench/view/row-conditions.js";
import { changeView, completeView, view, viewAddress } from "../../workbench/view/view.js";
import type { Tab } from "../../workbench/view/view-state.js";
import { StreamNotice } from "./status-line.js";
import { TabList } from "./tab-list.js";

/** Props of `ResultArea`: a source and its connector. */
export interface ResultAreaProps {
  readonly base: string;
  readonly application: Application;
  readonly source: SourceInfo;
  /** Whether rows cannot be requested yet, so that a form is shown in their place. */
  readonly isIdle: boolean;
  /** Whether the rows are about to be requested without any action of the user. */
  readonly isStarting: boolean;
  /** Requests the rows of the source. */
  readonly run: () => void;
}

const PlotPanel = lazyComponent(
  async () => (await import("../../chart/plot-panel.js")).PlotPanel,
  () => <div class="plot skeleton" />,
);
const QuestionsMenu = lazyComponent(
  async () => (await import("./questions-menu.js")).QuestionsMenu,
  () => <div class="questions skeleton" />,
);
const SummaryPanel = lazyComponent(async () => (await import("../../chart/summary-panel.js")).SummaryPanel);
const ComparePanel = lazyComponent(
  async () => (await import("../../rows/compare/compare-panel.js")).ComparePanel,
);
const SqlPanel = lazyComponent(async () => (await import("../../sql/sql-panel.js")).SqlPanel);
const JudgePanel = lazyComponent(async () => (await import("../../check/judge-panel.js")).JudgePanel);
const SyncPanel = lazyComponent(async () => (await import("../../synchronize/sync-panel.js")).SyncPanel);
const ColumnsPanel = lazyComponent(
  async () => (await import("../../rows/columns/columns-panel.js")).ColumnsPanel,
);

/** The tabs that need no rows of the source. */
const ofConnector: ReadonlySet<Tab> = new Set<Tab>(["sql", "sync", "requests", "check"]);

/** Shows the rows of a source as a table, a chart or columns, or the requests that returned them. */
export function ResultArea(props: ResultAreaProps): JSX.Element {
  const { base, source, application } = props;
  const { tab } = view.value;
  const state = stream.value;
  const own = state.run > 0 && state.base === base && state.source === source.id;
  const isOfSource = !ofConnector.has(tab);
  const isEdited = own && editedFields(base, source.id, source.filter).length > 0;
  return (
    <section class="results" id="results" aria-label="Results">
      <div class="results-bar">
        <TabList base={base} synchronizes={application.synchronizes} />
        <span class="spacer" />
        <Popover
          name="Saved questions"
          buttonClass="quiet"
          button={
            <span class="share">
              <Icon name="bookmark" /> <span class="share-name">Questions</span>
            </span>
          }
        >
          {(close) => <QuestionsMenu close={close} />}
        </Popover>
        <CopyButton text={() => viewAddress.value}>
          <span class="share">
            <Icon name="share" />{" "}
            <span class="share-name">{isEdited ? "Share without the edits" : "Share"}</span>
          </span>
        </CopyButton>
      </div>
      {own && isOfSource ? (
        <StreamNotice
          stream={sourceStream}
          again={props.run}
          accounts={<AccountSection key={state.run} base={base} application={application} isAdding />}
        />
      ) : null}
      {tab === "sql" ? <StreamNotice stream={sqlStream} again={() => sqlStream.restart()} /> : null}
      <div
        id="panel"
        class={`panel panel-${tab}`}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        // Without rows there is nothing in it that the keys could scroll.
        tabIndex={isOfSource && !own ? 0 : undefined}
      >
        {isOfSource && !own ? <NoRowsYet {...props} /> : <Panel {...props} />}
      </div>
    </section>
  );
}

function NoRowsYet({ isIdle, isStarting }: ResultAreaProps): JSX.Element {
  if (isIdle) return <p class="empty">The rows appear here.</p>;
  if (isStarting) return <RowSkeleton>Connecting</RowSkeleton>;
  return <p class="empty">Press Run to request the rows.</p>;
}

function Panel(props: ResultAreaProps): JSX.Element {
  const { base, application, source } = props;
  switch (view.value.tab) {
    case "requests":
      return <RequestsPanel base={base} />;
    case "compare":
      return <ComparePanel run={props.run} />;
    case "sql":
      return <SqlPanel key={base} base={base} source={source.id} />;
    case "sync":
      return <Synchronize base={base} source={source.id} />;
    case "check":
      return <Judge base={base} source={source.id} />;
    case "chart":
      return <Chart name={source.id} />;
    case "summary":
      return <Summary base={base} source={source.id} />;
    case "columns":
      return (
        <ColumnsPanel
          base={base}
          source={source}
          account={currentAccount.value}
          hasSchema={application.hasSchema}
          filter={sentFilter.value}
        />
      );
    default:
      return (
        <RunRows
          stream={sourceStream}
          name={source.id}
          choice={view.value}
          choose={chooseRows}
          note={
            editedFields(base, source.id, source.filter).length > 0 ? "without your edits of the filter" : ""
          }
          askSource={askSource(props)}
          Chart={ChartStrip}
        />
      );
  }
}

/** The types of fields that one value can be entered into as it is shown. */
const askedTypes: ReadonlySet<string> = new Set(["text", "number", "list", "multilist", "multidropdown"]);

/** Returns how the source is asked for the rows with a value: by the field of its filter that is named like the column. */
function askSource({ source, run }: ResultAreaProps): AskSource {
  return ({ name, key = name }, value) => {
    const field = source.filter.find(({ id, type }) => id === key && askedTypes.has(type));
    if (field === undefined || value === "") return undefined;
    const text = `${visibleText(field.title, 40)}: ${visibleText(value, 40)}`;
    const act = (): void => {
      typeFilter(source.filter, field.id, field.type.startsWith("multi") ? [value] : value);
      run();
    };
    return { name: `Ask the source for ${text}`, act };
  };
}

// The letters of one search are one step that Back undoes.
function chooseRows(change: Partial<RowChoice>): void {
  const isTyping = change.search !== undefined && view.peek().search !== "" && change.search !== "";
  (isTyping ? completeView : changeView)(change);
}

/** Props of what works on a connector with the filter of a source. */
interface OfSourceProps {
  readonly base: string;
  readonly source: string;
}

/** The filter of the rows on the page when they are of this source. */
function shownFilter({ base, source }: OfSourceProps): JsonRecord {
  const { run, base: ranBase, source: ran } = stream.value;
  return run > 0 && ranBase === base && ran === source ? sentFilter.value : {};
}

function Judge({ base, source }: OfSourceProps): JSX.Element {
  const filter = shownFilter({ base, source });
  return <JudgePanel base={base} source={source} account={currentAccount.value} filter={filter} />;
}

function Synchronize({ base, source }: OfSourceProps): JSX.Element {
  const filter = shownFilter({ base, source });
  return <SyncPanel key={base} base={base} account={currentAccount.value} filter={filter} />;
}

function Summary({ base, source }: OfSourceProps): JSX.Element {
  const { result, ending, isGone } = stream.value;
  const connector = nameConnectors(connectorEntries.value).find((one) => one.base === base);
  if (isGone) return <p class="empty">A summary needs the rows, which are no longer kept.</p>;
  if (result === undefined) {
    const reason = ending === "open" ? "once all rows have arrived" : "from rows: there are none";
    return <p class="empty">A summary is computed {reason}.</p>;
  }
  return (
    <SummaryPanel
      data={result}
      selection={selectionOf(view.value)}
      table={`${connector?.name ?? "connector"}.${quoteName(source)}`}
      drill={(where) => changeView({ tab: "rows", where: addConditions(view.peek().where, where) })}
    />
  );
}

/** What the rows of a run lack, by its ending. */
const marks: Readonly<Record<StreamState["ending"], string>> = {
  open: "",
  whole: "",
  marked: "Not all rows: the connector failed in the middle",
  cut: "Not all rows: they were cut off",
  cancelled: "Not all rows: the run was cancelled",
  refused: "",
  failed: "Not all rows: the run failed",
};

function Chart({ name }: { readonly name: string }): JSX.Element {
  const { result, ending, isGone } = stream.value;
  if (isGone) return <p class="empty">A chart needs the rows, which are no longer kept.</p>;
  if (result !== undefined)
    return (
      <PlotPanel
        data={result}
        name={name}
        mark={marks[ending]}
        selection={selectionOf(view.value)}
        drill={(where) => changeView({ tab: "rows", where: addConditions(view.peek().where, where) })}
      />
    );
  return (
    <p class="empty">
      {ending === "open"
        ? "The chart is drawn once all rows have arrived."
        : "A chart needs rows: there are none."}
    </p>
  );
}
