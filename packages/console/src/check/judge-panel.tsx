import { useSignal } from "@preact/signals";
import type { CheckAnswer, CheckFinding } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import type { Account } from "../connect/account/account.js";
import { SteadyButton } from "../controls/steady-button.js";
import { formatCount } from "../text/format-amount.js";
import type { JsonRecord } from "../text/record.js";
import { visibleText } from "../text/visible-text.js";
import { cancelCheck, checkState, keepsTokens, startCheck } from "./check-run.js";
import { DriftNote } from "./drift-note.js";
import { FindingDetail } from "./finding-detail.js";

/** Props of `JudgePanel`: the account, the source and the filter to judge the connector with. */
export interface JudgePanelProps {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

/** Judges the connector, and shows each finding next to the request that shows it. */
export function JudgePanel({ base, source, account, filter }: JudgePanelProps): JSX.Element {
  const state = checkState.value;
  const own = state.base === base ? state : undefined;
  const isRunning = own?.status === "running";
  const label = own?.status === "ended" ? "Check again" : "Check the connector";
  return (
    <div class="judge">
      <div class="judge-head">
        <Verdict answer={own?.answer} isRunning={isRunning} />
        <SteadyButton
          label={isRunning ? "Cancel the check" : label}
          act={() => (isRunning ? cancelCheck() : void startCheck({ base, source, account, filter }))}
          class={isRunning || own?.status === "ended" ? "" : "primary"}
        />
      </div>
      {isRunning ? <Progress judged={own.judged} total={own.total} /> : null}
      {own?.status === "cancelled" ? <p class="about">The check was cancelled.</p> : null}
      {own?.status === "failed" ? (
        <p class="notice" role="alert">
          {visibleText(own.problem, 600)}
        </p>
      ) : null}
      {keepsTokens(account) ? (
        <p class="about">
          Sign-in and refresh are not judged, so that the tokens of your account stay valid.
        </p>
      ) : null}
      {own?.answer === undefined ? null : <Findings key={own.base} answer={own.answer} />}
      <section class="judge-drift" aria-labelledby="drift-title">
        <h2 id="drift-title">Columns between two runs</h2>
        <DriftNote base={base} source={source} />
      </section>
    </div>
  );
}

function Verdict({
  answer,
  isRunning,
}: {
  readonly answer: CheckAnswer | undefined;
  readonly isRunning: boolean;
}): JSX.Element {
  if (answer === undefined) {
    return (
      <p class="about">
        {isRunning
          ? "Sending requests to the connector and judging its answers…"
          : "Sends requests to the connector, as a platform does, and judges its answers. Nothing is changed at the source."}
      </p>
    );
  }
  const { headline, passed, failed, warned } = answer;
  return (
    <div class="verdict" role="status">
      <strong>{visibleText(headline, 300)}</strong>
      <p class="facts">
        <span class="health good">{formatCount(passed)} passed</span>
        <span class={failed > 0 ? "health bad" : "health"}>{formatCount(failed)} failed</span>
        <span class={warned > 0 ? "health warn" : "health"}>
          {warned === 1 ? "1 warning" : `${formatCount(warned)} warnings`}
        </span>
      </p>
    </div>
  );
}

function Progress({ judged, total }: { readonly judged: number; readonly total: number }): JSX.Element {
  return (
    <p class="judge-progress">
      <progress max={total === 0 ? 1 : total} value={judged} aria-label="Requirements judged" />
      <span>{total === 0 ? "Reading the description…" : `${judged} of ${total} requirements judged`}</span>
    </p>
  );
}

const groups: readonly {
  readonly title: string;
  readonly has: (finding: CheckFinding) => boolean;
}[] = [
  { title: "Loses data, shows wrong data or is a security hole", has: ({ isSerious }) => isSerious },
  { title: "Breaks the interface", has: ({ isSerious, verdict }) => !isSerious && verdict === "fail" },
  { title: "Could be better", has: ({ isSerious, verdict }) => !isSerious && verdict === "warn" },
];

function Findings({ answer }: { readonly answer: CheckAnswer }): JSX.Element {
  const { findings } = answer;
  const open = useSignal(findings[0]?.id);
  const chosen = findings.find(({ id }) => id === open.value) ?? findings[0];
  if (chosen === undefined) {
    return <p class="empty">Every requirement that could be judged is met.</p>;
  }
  return (
    <div class="judge-findings">
      <nav class="finding-list" aria-label="Findings" onKeyDown={moveFocus}>
        {groups.map(({ title, has }) => {
          const members = findings.filter(has);
          if (members.length === 0) return null;
          return (
            <section key={title}>
              <h2>
                {title} <span class="count">{members.length}</span>
              </h2>
              <ul>
                {members.map((finding) => (
                  <li key={finding.id}>
                    <button
                      type="button"
                      class={`finding ${finding.verdict}`}
                      aria-current={finding.id === chosen.id}
                      onClick={() => (open.value = finding.id)}
                    >
                      {visibleText(finding.sentence, 200)}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </nav>
      <FindingDetail key={chosen.id} finding={chosen} />
    </div>
  );
}

/** Moves between findings by the arrow keys. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const next = buttons[at + step];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
