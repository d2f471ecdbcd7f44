import { signal } from "@preact/signals";
import type { CheckAnswer, CheckEvent, CheckRequest } from "@wellhead/workbench/protocol";
import { type Account, flatAccount } from "../connect/account/account.js";
import { validAccount } from "../connect/account/accounts.js";
import { readEvents } from "../text/read-events.js";
import { type JsonRecord } from "../text/record.js";
import { sendData } from "../workbench/ask-data.js";
import { errorText, withoutSecrets } from "../workbench/exchanges/error-text.js";

/** The state of the latest check. */
export interface CheckState {
  /** Base address of the connector; empty before the first check. */
  readonly base: string;
  readonly status: "none" | "running" | "ended" | "failed" | "cancelled";
  /** Requirements judged so far. */
  readonly judged: number;
  /** Number of requirements to judge; 0 until it is known. */
  readonly total: number;
  readonly answer: CheckAnswer | undefined;
  /** Why the check could not run; empty when it could. */
  readonly problem: string;
}

const noCheck: CheckState = {
  base: "",
  status: "none",
  judged: 0,
  total: 0,
  answer: undefined,
  problem: "",
};

/** The latest check. */
export const checkState = signal<CheckState>(noCheck);

let stop = new AbortController();

/** What a check needs. */
export interface CheckTarget {
  readonly base: string;
  readonly source: string;
  readonly account: Account | undefined;
  readonly filter: JsonRecord;
}

/** Judges a connector with the current account, source and filter. A check in progress is cancelled. */
export async function startCheck({ base, source, account, filter }: CheckTarget): Promise<void> {
  stop.abort();
  stop = new AbortController();
  const { signal: stopped } = stop;
  const show = (change: Partial<CheckState>): void => {
    if (!stopped.aborted) checkState.value = { ...checkState.peek(), ...change };
  };
  checkState.value = { ...noCheck, base, status: "running" };
  try {
    const valid = account === undefined ? undefined : await validAccount(account);
    const body: CheckRequest = {
      base,
      source,
      filter,
      isReadOnly: keepsTokens(valid),
      ...(valid !== undefined && { account: flatAccount(valid) }),
    };
    const response = await sendData("check", body, stopped);
    for await (const event of readEvents<CheckEvent>(response)) show(changeOf(event));
    if (checkState.peek().status === "running")
      show({ status: "failed", problem: "The service of this console stopped. Check again." });
  } catch (error) {
    show({ status: "failed", problem: errorText(error, "The check failed.") });
  }
}

/** Ends the check. */
export function cancelCheck(): void {
  stop.abort();
  checkState.value = { ...checkState.peek(), status: "cancelled" };
}

/** Whether an account has tokens that a check must not refresh, because the page would be left with the old ones. */
export function keepsTokens(account: Account | undefined): boolean {
  return account?.members["refresh_token"] !== undefined;
}

function changeOf(event: CheckEvent): Partial<CheckState> {
  if (event.type === "progress") return { judged: event.judged, total: event.total };
  if (event.type === "end") return { status: "ended", answer: event.answer };
  return { status: "failed", problem: withoutSecrets(event.message) };
}
