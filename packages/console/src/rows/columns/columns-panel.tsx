import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Account, flatAccount } from "../../connect/account/account.js";
import { validAccount } from "../../connect/account/accounts.js";
import {
  type DeclaredColumn,
  declaredColumns,
  type SourceInfo,
} from "../../connect/connectors/application.js";
import { formatCount } from "../../text/format-amount.js";
import type { JsonRecord } from "../../text/record.js";
import { visibleText } from "../../text/visible-text.js";
import { errorText } from "../../workbench/exchanges/error-text.js";
import { connectorAt } from "../../workbench/http/page-connector.js";
import type { StreamState } from "../data/row-stream.js";
import { stream } from "../data/stream-state.js";
import type { GatheredFacts } from "./column-facts.js";
import { ColumnRow } from "./column-row.js";
import { type ComparedColumn, compareColumns } from "./compare-columns.js";
import { useColumnFacts } from "./use-column-facts.js";

/** Props of `ColumnsPanel`: what is needed to request the columns of a source. */
export interface ColumnsPanelProps {
  readonly base: string;
  readonly source: SourceInfo;
  readonly account: Account | undefined;
  /** Whether the connector offers POST /schema. */
  readonly hasSchema: boolean;
  readonly filter: JsonRecord;
}

/** Number of columns that are added to the list at once. */
const listStep = 200;
// A shorter list is seen as a whole.
const minSearched = 12;
const amounts: ReadonlySet<string> = new Set(["Empty", "Distinct"]);

/** Shows declared and inferred columns side by side, with a profile of each. */
export function ColumnsPanel(props: ColumnsPanelProps): JSX.Element {
  const { early, ending } = stream.value;
  const { declared, problem } = useDeclared(props);
  const search = useSignal("");
  const titles = new Map(declared?.map(({ id, name }) => [id, name]));
  const isFound = (id: string): boolean => isMatch(`${id} ${titles.get(id) ?? ""}`, search.value);
  const gathered = useColumnFacts((names) => names.filter((id) => isFound(id)));
  const known = gathered ?? { rows: 0, facts: [], names: [], problem: "" };
  const columns = compareColumns(declared, known, early?.columns ?? []);
  return (
    <div class="columns-panel">
      <div class="columns-head">
        <p class="about" role="status">
          {gathered === undefined
            ? reading(ending)
            : summary({ columns, gathered, declares: declared !== undefined })}
        </p>
        {columns.length > minSearched ? (
          <input
            type="search"
            placeholder={`Search ${formatCount(columns.length)} columns`}
            aria-label="Search columns"
            value={search.value}
            onInput={(event) => (search.value = event.currentTarget.value)}
          />
        ) : null}
      </div>
      {known.problem === "" ? null : <p class="notice">{visibleText(known.problem, 400)}</p>}
      {problem === "" ? null : <p class="notice">POST /schema: {problem}</p>}
      <ColumnList key={search.value} columns={columns.filter(({ id }) => isFound(id))} rows={known.rows} />
    </div>
  );
}

/** Returns the columns that the connector declares, with those of POST /schema once they have arrived. */
function useDeclared(props: ColumnsPanelProps): {
  readonly declared: readonly DeclaredColumn[] | undefined;
  readonly problem: string;
} {
  const { run } = stream.value;
  const declared = useSignal<readonly DeclaredColumn[] | undefined>(props.source.columns);
  const problem = useSignal("");
  useEffect(() => {
    declared.value = props.source.columns;
    problem.value = "";
    if (!props.hasSchema) return;
    void loadSchema(props).then(
      (columns) => {
        declared.value = columns ?? props.source.columns;
      },
      (error: unknown) => {
        problem.value = errorText(error, "POST /schema failed");
      },
    );
  }, [run, props.source]);
  return { declared: declared.value, problem: problem.value };
}

interface ColumnListProps {
  readonly columns: readonly ComparedColumn[];
  readonly rows: number;
}

/** Shows columns, the first ones of a long list until more are wanted. */
function ColumnList({ columns, rows }: ColumnListProps): JSX.Element {
  const shown = useSignal(listStep);
  const hidden = columns.length - shown.value;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Columns">
      <table class="columns">
        <thead>
          <tr>
            {["Column", "Declared type", "Actual type", "Empty", "Distinct", "From – to", "Values"].map(
              (title) => (
                <th key={title} scope="col" class={amounts.has(title) ? "amount" : ""}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {columns.slice(0, shown.value).map((column) => (
            <ColumnRow key={column.id} column={column} rows={rows} />
          ))}
        </tbody>
      </table>
      {hidden > 0 ? (
        <p class="about columns-more">
          {formatCount(hidden)} more: search to find them, or{" "}
          <button type="button" class="link" onClick={() => (shown.value += listStep)}>
            show the next {formatCount(Math.min(listStep, hidden))}
          </button>
        </p>
      ) : null}
    </div>
  );
}

function reading(ending: StreamState["ending"]): string {
  return ending === "open" ? "Reading the rows…" : "Computing the figures of the columns…";
}

function isMatch(text: string, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => text.toLowerCase().includes(word));
}

interface SummaryOptions {
  readonly columns: readonly ComparedColumn[];
  readonly gathered: GatheredFacts;
  /** Whether the connector declares columns. */
  readonly declares: boolean;
}

function summary({ columns, gathered: { rows, facts, names, problem }, declares }: SummaryOptions): string {
  const all = `${formatCount(columns.length)} ${columns.length === 1 ? "column" : "columns"} of ${formatCount(rows)} ${rows === 1 ? "row" : "rows"}.`;
  if (facts.length < names.length && problem === "")
    return `${all} Computing their figures, ${formatCount(facts.length)} so far…`;
  if (!declares) return `${all} The connector declares none, so a platform would infer them.`;
  if (rows === 0) return `${all} There are no rows to compare the declaration with.`;
  const wrong = columns.filter(({ disagreement }) => disagreement !== "").length;
  if (wrong === 0) return `${all} Declaration and rows agree.`;
  return `${all} ${formatCount(wrong)} ${wrong === 1 ? "disagrees" : "disagree"} with the declaration.`;
}

async function loadSchema({
  base,
  source,
  account,
  filter,
}: ColumnsPanelProps): Promise<readonly DeclaredColumn[] | undefined> {
  const valid = account === undefined ? undefined : flatAccount(await validAccount(account));
  const options = { source: source.id, account: valid, validate: false, filter };
  return declaredColumns(await connectorAt(base).schema(options));
}
