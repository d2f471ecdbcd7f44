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
import { ColumnRow } from "./column-row.js";
import { compareColumns } from "./compare-columns.js";
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
  const gathered = useColumnFacts();
  const rows = gathered?.rows ?? 0;
  const columns = compareColumns(declared.value, gathered ?? { rows, facts: [] }, early?.columns ?? []);
  const wrong = columns.filter(({ disagreement }) => disagreement !== "").length;
  return (
    <div class="columns-panel">
      <p class="about">
        {gathered === undefined
          ? reading(stream.value.ending)
          : `${formatCount(columns.length)} columns of ${formatCount(rows)} rows. ${agreement({ declares: declared.value !== undefined, rows, wrong })}`}
      </p>
      {gathered === undefined || gathered.problem === "" ? null : (
        <p class="notice">{visibleText(gathered.problem, 400)}</p>
      )}
      {problem.value === "" ? null : <p class="notice">POST /schema: {problem.value}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label="Columns">
        <table class="columns">
          <thead>
            <tr>
              {["Column", "Declared", "Found", "Empty", "Distinct", "From – to", "Values"].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.slice(0, 300).map((column) => (
              <ColumnRow key={column.id} column={column} rows={rows} />
            ))}
          </tbody>
        </table>
        {columns.length > 300 ? (
          <p class="about">and {formatCount(columns.length - 300)} more columns</p>
        ) : null}
      </div>
    </div>
  );
}

function reading(ending: StreamState["ending"]): string {
  return ending === "open" ? "Reading the rows…" : "Computing the figures of the columns…";
}

function agreement({
  declares,
  rows,
  wrong,
}: {
  readonly declares: boolean;
  readonly rows: number;
  readonly wrong: number;
}): string {
  if (!declares) return "The connector declares none, so a platform would infer them.";
  if (rows === 0) return "There are no rows to compare the declaration with.";
  return wrong === 0 ? "Declaration and rows agree." : `${wrong} disagree with the declaration.`;
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
