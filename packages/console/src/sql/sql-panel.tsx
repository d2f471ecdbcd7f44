import type { SQLNamespace } from "@codemirror/lang-sql";
import { type Signal, signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { ChartStrip } from "../chart/chart-strip.js";
import { connectorEntries } from "../connect/connectors/connector-entries.js";
import { lazyComponent } from "../controls/lazy-component.js";
import { Popover } from "../controls/popover.js";
import { SteadyButton } from "../controls/steady-button.js";
import { firstStatement, type NamedConnector, nameConnectors } from "../rows/data/sql-names.js";
import { sqlStream, startSql } from "../rows/data/stream-state.js";
import { ConditionChips } from "../rows/table/condition-chips.js";
import { RunRows } from "../rows/table/run-rows.js";
import type { RowChoice } from "../rows/table/table-layout.js";
import { keepText, readKept } from "../text/kept-text.js";
import { isList, parseJson } from "../text/record.js";
import { visibleText } from "../text/visible-text.js";
import { changeView, view } from "../workbench/view/view.js";
import { SqlTree } from "./sql-tree.js";

const SqlEditor = lazyComponent(
  async () => (await import("./sql-editor.js")).SqlEditor,
  () => <div class="sql-editor skeleton" />,
);

/** Props of `SqlPanel`: the source that is shown. */
export interface SqlPanelProps {
  readonly base: string;
  readonly source: string;
}

/** Runs a statement over the rows of any sources of the page, and shows its rows. */
export function SqlPanel({ base, source }: SqlPanelProps): JSX.Element {
  const connectors = useMemo(() => nameConnectors(connectorEntries.value), [connectorEntries.value]);
  const own = connectors.find((connector) => connector.base === base);
  const shared = view.value.sql;
  const { typed, loaded, load } = useStatement(shared, firstStatement(own?.name ?? "connector", source));
  const choice = useSignal<RowChoice>({ search: "", where: [], sort: [] });
  const inserted = useSignal<{ readonly name: string } | undefined>(undefined);
  const formatProblem = useSignal("");
  const schema = useMemo(() => completionSchema(connectors), [connectors]);
  const isRunning = sqlStream.state.value.ending === "open";
  const run = (): void => {
    const sql = typed.current.trim();
    if (sql === "") return;
    rememberStatement(sql);
    changeView({ sql });
    choice.value = { search: "", where: [], sort: [] };
    startSql(sql, connectors);
  };
  useSharedStatement(shared, connectors);
  return (
    <div
      class="sql-panel"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        run();
      }}
    >
      <div class="sql-head">
        <SqlTree connectors={connectors} base={base} insert={(name) => (inserted.value = { name })} />
        <SqlEditor
          loaded={loaded.value}
          schema={schema}
          inserted={inserted.value}
          change={(text) => {
            typed.current = text;
            formatProblem.value = "";
          }}
        />
      </div>
      <div class="rows-bar">
        <SteadyButton
          label={isRunning ? "Cancel" : "Run the statement"}
          act={isRunning ? () => sqlStream.cancel() : run}
          class={`small ${isRunning ? "" : "primary"}`}
        />
        <FormatButton typed={typed} load={load} problem={formatProblem} />
        <History choose={load} />
        <span class="about one-line">{connectors.map(({ name }) => visibleText(name, 40)).join(", ")}</span>
      </div>
      <StatementRows choice={choice} />
    </div>
  );
}

interface EditedStatement {
  readonly typed: { current: string };
  /** What was last written into the editor by the page. */
  readonly loaded: Signal<{ readonly text: string }>;
  readonly load: (text: string) => void;
}

/** Keeps the statement that is typed: at first that of the address. */
function useStatement(shared: string | undefined, first: string): EditedStatement {
  const loaded = useSignal({ text: shared ?? first });
  const typed = useRef(loaded.value.text);
  const load = (text: string): void => {
    typed.current = text;
    loaded.value = { text };
  };
  useLayoutEffect(() => {
    // Back and Forward change the statement of the address.
    if (shared !== undefined && shared !== typed.current.trim()) load(shared);
  }, [shared]);
  return { typed, loaded, load };
}

/** Shows the rows of the latest statement. */
function StatementRows({ choice }: { readonly choice: Signal<RowChoice> }): JSX.Element {
  if (sqlStream.state.value.run === 0) {
    return (
      <p class="empty">
        A source is a table: connector."source". Only the sources that a statement names are read.
      </p>
    );
  }
  const choose = (change: Partial<RowChoice>): void => {
    choice.value = { ...choice.value, ...change };
  };
  const columns = sqlStream.state.value.result?.columns ?? [];
  return (
    <>
      <div class="filter-line">
        <ConditionChips columns={columns} choice={choice.value} choose={choose} />
      </div>
      <RunRows
        stream={sqlStream}
        name="statement"
        choice={choice.value}
        choose={choose}
        note=""
        Chart={ChartStrip}
      />
    </>
  );
}

/** Runs the statement of a shared address, and after a reload, once every connector has its name. */
function useSharedStatement(shared: string | undefined, connectors: readonly NamedConnector[]): void {
  const isKnown = connectorEntries.value.every(({ status }) => status !== "loading");
  useEffect(() => {
    if (isKnown && shared !== undefined && sqlStream.state.peek().run === 0) startSql(shared, connectors);
  }, [isKnown]);
}

interface FormatButtonProps {
  /** The statement as typed. */
  readonly typed: { readonly current: string };
  readonly load: (text: string) => void;
  /** Why the statement could not be formatted; empty when there is no reason. */
  readonly problem: Signal<string>;
}

/** Breaks the statement into lines. The formatter is loaded when it is first used. */
function FormatButton({ typed, load, problem }: FormatButtonProps): JSX.Element {
  const format = async (): Promise<void> => {
    const text = typed.current;
    const formatter = await import("./format-sql.js").catch(() => undefined);
    // What was typed in the meantime stays.
    if (typed.current !== text || text.trim() === "") return;
    const lines = formatter?.formatSql(text);
    if (lines !== undefined) load(lines);
    else if (formatter === undefined)
      problem.value = "Could not load the formatter: the service of this console does not respond.";
    else problem.value = "Could not format the statement without a change of its meaning.";
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => void format()}>
        Format
      </button>
      <span class="problem one-line" role="status">
        {problem.value}
      </span>
    </>
  );
}

function History({ choose }: { readonly choose: (statement: string) => void }): JSX.Element | null {
  if (sqlHistory.value.length === 0) return null;
  return (
    <Popover name="History" buttonClass="quiet" button="History">
      {(close) => (
        <ul class="picker-list">
          {sqlHistory.value.map((statement) => (
            <li key={statement}>
              <button
                type="button"
                class="picker-item"
                onClick={() => {
                  choose(statement);
                  close();
                }}
              >
                <code class="one-line">{visibleText(statement.replace(/\s+/g, " "), 120)}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** Returns the names that the editor completes: connectors, their sources and the columns that are declared. */
function completionSchema(connectors: readonly NamedConnector[]): SQLNamespace {
  return Object.fromEntries(
    connectors.map(({ name, sources }) => [
      name,
      Object.fromEntries(sources.map(({ id, columns }) => [id, (columns ?? []).map((column) => column.id)])),
    ]),
  );
}

const storeKey = "wellhead.statements";
const maxKept = 50;

/** The statements that were run in this tab, the latest first. */
const sqlHistory = signal<readonly string[]>(restore());

/** Records a statement. One that was run before moves to the top. */
function rememberStatement(statement: string): void {
  const text = statement.trim();
  sqlHistory.value = [text, ...sqlHistory.value.filter((one) => one !== text)].slice(0, maxKept);
  keepText("tab", storeKey, JSON.stringify(sqlHistory.value));
}

function restore(): readonly string[] {
  const stored = parseJson(readKept("tab", storeKey));
  return isList(stored) ? stored.filter((one) => typeof one === "string") : [];
}
