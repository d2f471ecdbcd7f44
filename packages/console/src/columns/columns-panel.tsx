import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Account, flatAccount } from "../account/account.js";
import { validAccount } from "../account/accounts.js";
import { type DeclaredColumn, declaredColumns, type SourceInfo } from "../connectors/application.js";
import type { StreamState } from "../data/row-stream.js";
import { stream } from "../data/stream-state.js";
import { connectorAt } from "../http/page-connector.js";
import type { JsonRecord } from "../json/record.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
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
  const { run, early } = stream.value;
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
        problem.value = error instanceof Error ? error.message : "POST /schema failed";
      },
    );
  }, [run, props.source]);
  const search = useSignal("");
  const shown = useSignal(listStep);
  const isFound = (id: string, name = ""): boolean => isMatch(`${id} ${name}`, search.value);
  const titles = new Map(declared.value?.map(({ id, name }) => [id, name]));
  const gathered = useColumnFacts((names) => names.filter((id) => isFound(id, titles.get(id))));
  const rows = gathered?.rows ?? 0;
  const columns = compareColumns(
    declared.value,
    gathered ?? { rows, facts: [], names: [] },
    early?.columns ?? [],
  );
  const found = columns.filter((column) => isFound(column.id, column.declared?.name));
  return (
    <div class="columns-panel">
      <div class="columns-head">
        <p class="about" role="status">
          {gathered === undefined
            ? reading(stream.value.ending)
            : summary({ columns, gathered, declares: declared.value !== undefined })}
        </p>
        {columns.length > minSearched ? (
          <input
            type="search"
            placeholder={`Search ${formatCount(columns.length)} columns`}
            aria-label="Search columns"
            value={search.value}
            onInput={(event) => {
              search.value = event.currentTarget.value;
              shown.value = listStep;
            }}
          />
        ) : null}
      </div>
      {gathered === undefined || gathered.problem === "" ? null : (
        <p class="notice">{visibleText(gathered.problem, 400)}</p>
      )}
      {problem.value === "" ? null : <p class="notice">POST /schema: {problem.value}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label="Columns">
        <table class="columns">
          <thead>
            <tr>
              {["Column", "Declared", "Found", "Empty", "Distinct", "From – to", "Values"].map((title) => (
                <th key={title} scope="col" class={amounts.has(title) ? "amount" : ""}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shown.value).map((column) => (
              <ColumnRow key={column.id} column={column} rows={rows} />
            ))}
          </tbody>
        </table>
        {found.length === 0 && search.value !== "" ? <p class="about">No column matches.</p> : null}
        {found.length > shown.value ? (
          <p class="about columns-more">
            {formatCount(found.length - shown.value)} more: search to find them, or{" "}
            <button type="button" class="link" onClick={() => (shown.value += listStep)}>
              show the next {formatCount(Math.min(listStep, found.length - shown.value))}
            </button>
          </p>
        ) : null}
      </div>
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
