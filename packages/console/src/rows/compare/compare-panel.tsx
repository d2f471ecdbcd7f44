import { type Signal, useSignal } from "@preact/signals";
import type { CompareAnswer, CompareRequest, TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { connectorEntries } from "../../connect/connectors/connector-entries.js";
import { visibleText } from "../../text/visible-text.js";
import { changeView } from "../../workbench/view/view.js";
import { type KeptRun, keptRuns } from "../data/kept-runs.js";
import { nameConnectors } from "../data/sql-names.js";
import { CompareControls, nameRun } from "./compare-controls.js";
import { CompareRows, type ShownRows } from "./compare-rows.js";
import { joinStatement } from "./join-statement.js";
import { suggestKeys } from "./suggest-keys.js";

/** Props of `ComparePanel`. */
export interface ComparePanelProps {
  /** Requests the rows of the source again. */
  readonly run: () => void;
}

/** Shows how the rows of two runs differ, computed from all rows of both. */
export function ComparePanel({ run }: ComparePanelProps): JSX.Element {
  const runs = keptRuns.value;
  const chosen = useSignal<{ readonly earlier?: string; readonly later?: string }>({});
  const later = findRun(runs, chosen.value.later) ?? runs[0];
  const others = runs.filter((one) => one !== later);
  const same = others.find(({ base, source }) => base === later?.base && source === later.source);
  const earlier = findRun(others, chosen.value.earlier) ?? same ?? others[0];
  if (later === undefined || earlier === undefined)
    return (
      <div class="empty">
        <p>A comparison needs two runs with rows. The latest four runs are kept, of any source.</p>
        <button type="button" onClick={run}>
          Run again
        </button>
      </div>
    );
  return (
    <ComparedRuns
      key={`${earlier.result.run} ${later.result.run}`}
      runs={runs}
      earlier={earlier}
      later={later}
      choose={(change) => (chosen.value = { ...chosen.value, ...change })}
    />
  );
}

function findRun(runs: readonly KeptRun[], id: string | undefined): KeptRun | undefined {
  return runs.find(({ result }) => result.run === id);
}

interface ComparedRunsProps {
  readonly runs: readonly KeptRun[];
  readonly earlier: KeptRun;
  readonly later: KeptRun;
  readonly choose: (change: { readonly earlier?: string; readonly later?: string }) => void;
}

function ComparedRuns(props: ComparedRunsProps): JSX.Element {
  const { earlier, later } = props;
  const columns = commonColumns(earlier, later);
  const key = useSignal<readonly string[] | undefined>(undefined);
  const suggested = useSuggestedKeys(earlier, later, { columns, key });
  const shown = useSignal<ShownRows>({});
  const { answer, problem } = useAnswer(earlier, later, { key: key.value, shown: shown.value });
  return (
    <div class="summary-panel compare">
      <CompareControls
        {...props}
        columns={columns}
        suggested={suggested}
        keyColumns={key.value ?? []}
        setKey={(next) => {
          shown.value = {};
          key.value = next;
        }}
      />
      <JoinButton earlier={earlier} later={later} keyColumns={key.value ?? []} />
      {problem === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(problem, 400)}
        </p>
      )}
      {answer === undefined ? (
        <p class="skeleton" />
      ) : (
        <CompareRows
          answer={answer}
          keyColumns={key.value ?? []}
          isPartial={[earlier, later].some(({ ending }) => ending !== "whole")}
          shown={shown.value}
          show={(rows) => (shown.value = rows)}
        />
      )}
    </div>
  );
}

/** The columns of the later run whose members the earlier one has, too. */
function commonColumns(earlier: KeptRun, later: KeptRun): readonly TableColumn[] {
  const known = new Set(earlier.result.columns.map(({ name, key = name }) => key));
  return later.result.columns.filter(({ name, key = name }) => known.has(key));
}

/** Number of columns among which keys are looked for. */
const maxProfiled = 40;

interface KeyChoice {
  readonly columns: readonly TableColumn[];
  /** The chosen key; the first suggestion is chosen once it is known. */
  readonly key: Signal<readonly string[] | undefined>;
}

function useSuggestedKeys(earlier: KeptRun, later: KeptRun, { columns, key }: KeyChoice): readonly string[] {
  const suggested = useSignal<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const settle = (keys: readonly string[]): void => {
      if (!isCurrent) return;
      suggested.value = keys;
      key.value ??= keys.slice(0, 1);
    };
    const some = columns.slice(0, maxProfiled);
    const earlierNames = new Map(
      earlier.result.columns.map(({ name, key: member = name }) => [member, name]),
    );
    const oldNames = some.map(({ name, key: member = name }) => earlierNames.get(member) ?? name);
    const renamed = new Map(oldNames.map((name, at) => [name, some[at]?.name ?? name]));
    const names = some.map(({ name }) => name);
    Promise.all([
      earlier.result.fetchProfiles(oldNames, false),
      later.result.fetchProfiles(names, false),
    ]).then(
      ([old, next]) =>
        settle(
          suggestKeys(
            old.map((profile) => ({ ...profile, column: renamed.get(profile.column) ?? profile.column })),
            next,
          ),
        ),
      () => settle([]),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return suggested.value;
}

interface AnswerOptions {
  readonly key: readonly string[] | undefined;
  readonly shown: ShownRows;
}

function useAnswer(
  earlier: KeptRun,
  later: KeptRun,
  { key, shown }: AnswerOptions,
): { readonly answer: CompareAnswer | undefined; readonly problem: string } {
  const answer = useSignal<CompareAnswer | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    if (key === undefined) return undefined;
    let isCurrent = true;
    const request: CompareRequest = { earlier: earlier.result.run, key, ...shown };
    later.result.compare(request).then(
      (found) => {
        if (!isCurrent) return;
        answer.value = found;
        problem.value = "";
      },
      (error: unknown) => {
        if (isCurrent) problem.value = error instanceof Error ? error.message : "Could not compare the runs.";
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [JSON.stringify([key, shown])]);
  return { answer: answer.value, problem: problem.value };
}

interface JoinButtonProps {
  readonly earlier: KeptRun;
  readonly later: KeptRun;
  readonly keyColumns: readonly string[];
}

/** Opens the statement that puts two sources side by side; the runs of one source, or of a statement, have none. */
function JoinButton({ earlier, later, keyColumns }: JoinButtonProps): JSX.Element | null {
  const named = nameConnectors(connectorEntries.value);
  const sourceOf = ({ base, source }: KeptRun) => {
    const connector = named.find((one) => one.base === base)?.name;
    return connector === undefined ? undefined : { connector, source };
  };
  const [left, right] = [sourceOf(earlier), sourceOf(later)];
  if (left === undefined || right === undefined || nameRun(earlier) === nameRun(later)) return null;
  const sql = joinStatement(left, right, keyColumns);
  return (
    <p class="compare-join">
      <button type="button" class="quiet" onClick={() => changeView({ tab: "sql", sql })}>
        Open both side by side in SQL
      </button>
    </p>
  );
}
