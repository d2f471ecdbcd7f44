import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Account } from "../connect/account/account.js";
import { SteadyButton } from "../controls/steady-button.js";
import { formatCount } from "../text/format-amount.js";
import type { JsonRecord } from "../text/record.js";
import { visibleText } from "../text/visible-text.js";
import type { EntityChange } from "./held-entities.js";
import { RelationGraph } from "./relation-graph.js";
import {
  cancelSync,
  describeTypes,
  type SyncState,
  startSync,
  syncState,
  type TypeProgress,
} from "./sync-run.js";

/** Props of `SyncPanel`: what to synchronize. */
export interface SyncPanelProps {
  readonly base: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

/** Plays a platform that synchronizes the connector: its types and relations, pages as they arrive, and what changed. */
export function SyncPanel(target: SyncPanelProps): JSX.Element {
  const state = syncState.value;
  useEffect(() => {
    if (syncState.peek().base !== target.base) void describeTypes(target);
  }, [target.base]);
  if (state.base !== target.base) return <p class="empty">Reading the types…</p>;
  return (
    <div class="sync">
      <div class="sync-head">
        <p class="about" role="status">
          {summaryOf(state)}
        </p>
        <RunButton state={state} target={target} />
      </div>
      {state.status === "failed" ? (
        <p class="notice" role="alert">
          {visibleText(state.problem, 600)}
        </p>
      ) : null}
      {state.types.length === 0 ? null : <TypeTable types={state.types} />}
      {state.schema === undefined ? null : <RelationGraph types={state.types} schema={state.schema} />}
      {state.runs > 0 && state.status !== "running" ? <Changes state={state} /> : null}
    </div>
  );
}

function RunButton({
  state: { status, runs, types },
  target,
}: {
  readonly state: SyncState;
  readonly target: SyncPanelProps;
}): JSX.Element {
  if (status === "running" || status === "describing") {
    return <SteadyButton label="Cancel" act={cancelSync} />;
  }
  const isDescribed = types.length > 0;
  const again = runs > 0 ? "Synchronize again" : "Synchronize";
  return (
    <SteadyButton
      label={isDescribed ? again : "Read the types again"}
      act={() => void (isDescribed ? startSync(target) : describeTypes(target))}
      class={runs > 0 ? "" : "primary"}
    />
  );
}

function summaryOf({ status, types, runs }: SyncState): string {
  const count = `${formatCount(types.length)} ${types.length === 1 ? "type" : "types"}`;
  switch (status) {
    case "describing":
      return "Reading the types…";
    case "running":
      return runs === 0 ? `Reading all entities of ${count}…` : `Reading what has changed in ${count}…`;
    case "ended":
      return runs === 1
        ? "The first run is complete. A second one shows what has changed since."
        : `Run ${formatCount(runs)} is complete.`;
    case "cancelled":
      return "The run was cancelled. The next one begins again where this one began.";
    case "failed":
      return "The run failed.";
    default:
      return `${count} can be synchronized. The entities are held by this page until it is closed.`;
  }
}

const statusNames: Readonly<Record<TypeProgress["status"], string>> = {
  waiting: "",
  reading: "reading…",
  done: "complete",
  failed: "failed",
};

function TypeTable({ types }: { readonly types: readonly TypeProgress[] }): JSX.Element {
  return (
    <div class="sync-scroll" role="region" aria-label="Types" tabIndex={0}>
      <table class="sync-types">
        <thead>
          <tr>
            <th scope="col">Type</th>
            {["Pages", "Rows", "Added", "Changed", "Removed", "Held"].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            <th scope="col">Run</th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.id} class={type.status}>
              <th scope="row">
                <bdi>{visibleText(type.name, 80)}</bdi>
              </th>
              {[type.pages, type.rows, type.added, type.changed, type.removed, type.held].map(
                (count, index) => (
                  <td key={index} class="number">
                    {formatCount(count)}
                  </td>
                ),
              )}
              <td>{runName(type)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function runName({ status, isDelta }: TypeProgress): string {
  const kind = isDelta === true ? "changes only" : "all";
  return isDelta === undefined ? statusNames[status] : `${kind}, ${statusNames[status]}`;
}

const changeNames: Readonly<Record<EntityChange["kind"], string>> = {
  added: "Added",
  changed: "Changed",
  removed: "Removed",
};

function Changes({ state: { changes, types, runs } }: { readonly state: SyncState }): JSX.Element {
  if (changes.length === 0) return <p class="about">Nothing has changed since the run before.</p>;
  const names = new Map(types.map(({ id, name }) => [id, name]));
  const total = types.reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0);
  return (
    <section aria-labelledby="changes-title">
      <h2 id="changes-title">
        {runs === 1 ? "First entities" : "Changes"} <span class="count">{formatCount(total)}</span>
      </h2>
      <ul class="sync-changes">
        {changes.map(({ type, id, kind, fields }) => (
          <li key={`${type} ${id} ${kind}`} class={kind}>
            <span class="kind">{changeNames[kind]}</span>{" "}
            <bdi>{visibleText(names.get(type) ?? type, 60)}</bdi> <code>{visibleText(id, 120)}</code>
            {fields.length === 0 ? null : <span class="about"> {visibleText(fields.join(", "), 300)}</span>}
          </li>
        ))}
      </ul>
      {total > changes.length ? (
        <p class="about">{formatCount(total - changes.length)} more are not listed.</p>
      ) : null}
    </section>
  );
}
