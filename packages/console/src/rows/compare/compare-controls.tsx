import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Choice } from "../../controls/choice.js";
import { Icon } from "../../controls/icon.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { ColumnChoice } from "../columns/column-choice.js";
import type { KeptRun } from "../data/kept-runs.js";

/** Props of `CompareControls`. */
export interface CompareControlsProps {
  readonly runs: readonly KeptRun[];
  readonly earlier: KeptRun;
  readonly later: KeptRun;
  readonly choose: (change: { readonly earlier?: string; readonly later?: string }) => void;
  /** The columns that both runs have. */
  readonly columns: readonly TableColumn[];
  readonly suggested: readonly string[];
  /** The columns that pair rows. */
  readonly keyColumns: readonly string[];
  readonly setKey: (key: readonly string[]) => void;
}

const maxKeyColumns = 3;
const maxSuggested = 4;

/** Names the source of a run, or says that it was a statement. */
export function nameRun({ base, source }: KeptRun): string {
  return base === "" ? "SQL" : `${base} ${source}`;
}

/** Chooses the two runs, and the columns whose values say which rows belong together. */
export function CompareControls(props: CompareControlsProps): JSX.Element {
  const { runs, earlier, later, choose, columns, suggested, keyColumns, setKey } = props;
  const others = suggested.filter((name) => !keyColumns.includes(name)).slice(0, maxSuggested);
  const free = columns.filter(({ name }) => !keyColumns.includes(name));
  return (
    <div class="summary-controls">
      <fieldset>
        <legend>Runs</legend>
        <RunChoice
          label="Earlier run"
          runs={runs}
          chosen={earlier}
          choose={(id) => choose({ earlier: id })}
        />
        <span aria-hidden="true">→</span>
        <RunChoice label="Later run" runs={runs} chosen={later} choose={(id) => choose({ later: id })} />
      </fieldset>
      <fieldset>
        <legend>Rows belong together by</legend>
        {keyColumns.length === 0 ? <span>their position</span> : null}
        {keyColumns.map((name, at) => (
          <span key={name} class="summary-part">
            <ColumnChoice
              label={`Key ${at + 1}`}
              value={name}
              columns={[...free, ...columns.filter((column) => column.name === name)]}
              choose={(column) => setKey(keyColumns.with(at, column))}
            />
            <button
              type="button"
              class="icon-button"
              aria-label={`Remove key ${at + 1}`}
              onClick={() => setKey(keyColumns.filter((one) => one !== name))}
            >
              <Icon name="close" />
            </button>
          </span>
        ))}
        {keyColumns.length < maxKeyColumns && free.length > 0 ? (
          <ColumnChoice
            label="Add a column to the key"
            value={undefined}
            columns={free}
            choose={(column) => setKey([...keyColumns, column])}
          />
        ) : null}
        {others.map((name) => (
          <button key={name} type="button" class="quiet" onClick={() => setKey([name])}>
            Use {visibleText(name, 40)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface RunChoiceProps {
  readonly label: string;
  readonly runs: readonly KeptRun[];
  readonly chosen: KeptRun;
  readonly choose: (id: string) => void;
}

function RunChoice({ label, runs, chosen, choose }: RunChoiceProps): JSX.Element {
  const named = new Map(runs.map((run) => [run.result.run, describeRun(run)]));
  return (
    <Choice
      label={label}
      noun="runs"
      value={chosen.result.run}
      values={[...named.keys()]}
      nameOf={(id) => named.get(id) ?? id}
      choose={choose}
    />
  );
}

function describeRun({ result, base, source, ending, at }: KeptRun): string {
  const name = base === "" ? "SQL" : visibleText(source, 40);
  const isPartial = ending === "whole" ? "" : ", not all rows";
  return `${name}, ${new Date(at).toLocaleTimeString("en-GB")}, ${formatCount(result.rowCount)} rows${isPartial}`;
}
