import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatDuration } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import {
  type DevCall,
  type DevFault,
  type DevState,
  devCalls,
  devState,
  isDevReachable,
} from "./dev-events.js";
import { RowDifference, summarizeRows } from "./row-difference.js";

/** The bar below the page in `wellhead dev`: the revision, what is wrong with the files, rows and calls. */
export function DevBar(): JSX.Element | null {
  const state = devState.value;
  const isOpen = useSignal(false);
  const isBroken = state?.fault !== undefined || state?.thrown !== undefined;
  useEffect(() => {
    if (isBroken) isOpen.value = true;
  }, [isBroken]);
  if (state === undefined) return null;
  const calls = devCalls.value;
  return (
    <aside class="dev" aria-label="Development">
      <details
        open={isOpen.value}
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open;
        }}
      >
        <summary>
          <Status state={state} />
          {state.thrown === undefined ? null : <span class="dev-bad">An error was thrown</span>}
          {state.typeFaults.length === 0 ? null : (
            <span class="dev-bad">
              {countOf(state.typeFaults.length, "type fault")}
              {state.typesOf === state.revision ? "" : ` of ${nameOfFiles(state.typesOf)}`}
            </span>
          )}
          {state.remarks.length === 0 ? null : (
            <span class="dev-bad">{countOf(state.remarks.length, "remark")}</span>
          )}
          {state.difference === undefined ? null : <span>{summarizeRows(state.difference)}</span>}
          <span>{countOf(calls.length, "upstream call")}</span>
        </summary>
        <div class="dev-body">
          {state.fault === undefined ? null : <Fault fault={state.fault} />}
          {state.thrown === undefined ? null : <Fault fault={state.thrown} />}
          {state.typeFaults.map((fault) => (
            <Fault key={fault.place + fault.message} fault={fault} />
          ))}
          {state.unchecked === undefined ? null : (
            <p class="about">Types are not checked: {visibleText(state.unchecked, 300)}.</p>
          )}
          {state.remarks.map(({ request, remark }) => (
            <div class="notice" key={remark}>
              <strong>{visibleText(remark, 600)}</strong>
              <p class="dev-place">{visibleText(request, 300)}</p>
            </div>
          ))}
          {state.difference === undefined ? null : <RowDifference difference={state.difference} />}
          <CallList calls={calls} />
        </div>
      </details>
    </aside>
  );
}

function Status({ state: { revision, loadedAt, ms, fault } }: { readonly state: DevState }): JSX.Element {
  const name = revision === 0 ? "No revision has been loaded" : `Revision ${revision}`;
  const kept = revision === 0 ? "" : `, revision ${revision} is still served`;
  if (!isDevReachable.value) return <strong class="dev-bad">wellhead dev does not respond</strong>;
  if (fault !== undefined) return <strong class="dev-bad">The last save is broken{kept}</strong>;
  const time = loadedAt === "" ? "" : ` · ${new Date(loadedAt).toLocaleTimeString()} · ${ms} ms`;
  return (
    <strong role="status">
      {name}
      {time}
    </strong>
  );
}

function Fault({ fault: { message, place, code } }: { readonly fault: DevFault }): JSX.Element {
  return (
    <div class="notice" role="alert">
      <strong>{visibleText(message, 1000)}</strong>
      {place === "" ? null : <p class="dev-place">{visibleText(place, 300)}</p>}
      {code.length === 0 ? null : <pre>{code.join("\n")}</pre>}
    </div>
  );
}

function nameOfFiles(revision = 0): string {
  return revision === 0 ? "files that could not be loaded" : `revision ${revision}`;
}

function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** The calls of the connector to its upstream, newest first. */
function CallList({ calls }: { readonly calls: readonly DevCall[] }): JSX.Element {
  return (
    <section class="dev-calls">
      <h2>Upstream calls</h2>
      {calls.length === 0 ? <p class="about">None yet</p> : null}
      {calls.toReversed().map((call, index) => (
        <Call key={`${calls.length - index} ${call.requestId}`} call={call} />
      ))}
    </section>
  );
}

function Call({ call }: { readonly call: DevCall }): JSX.Element {
  const { method, host, path, query = "", sent = "", status, received = "", attempt, waitMs = 0, ms } = call;
  const isGood = status !== undefined && status < 400 && call.error === undefined;
  return (
    <details class="dev-call">
      <summary>
        <span class={isGood ? "" : "dev-bad"}>{status ?? "failed"}</span>
        <code>{visibleText(`${method} ${host}${path}${query}`, 300)}</code>
        <span>{formatDuration(ms)}</span>
        {attempt > 1 ? <span>attempt {attempt}</span> : null}
        {waitMs > 0 ? <span>waited {formatDuration(waitMs)}</span> : null}
      </summary>
      {call.error === undefined ? null : <p class="dev-bad">{visibleText(call.error, 600)}</p>}
      {sent === "" ? null : <pre aria-label="Request">{sent}</pre>}
      {received === "" ? null : <pre aria-label="Response">{received}</pre>}
    </details>
  );
}
