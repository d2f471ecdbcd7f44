import { signal } from "@preact/signals";
import { keepText, readKept } from "../../text/kept-text.js";
import { isRecord, type JsonRecord, textOf } from "../../text/record.js";

/** The summary of a conformance run, if the service has its report. */
export interface ConformanceSummary {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}

/** The data that the service sends to this page at startup. */
export interface ConsoleSession {
  /** Base addresses of the connectors to list: paths of this service, or addresses elsewhere. */
  readonly connectors: readonly string[];
  /** Token that every request of this page to its service contains. */
  readonly token: string;
  /** Whether the page was opened with the link of the service, so that it reaches other addresses. */
  readonly isProven: boolean;
  /** Where the link is that the page was not opened with; empty when it was. */
  readonly problem: string;
  /** Conformance summaries by base address. */
  readonly conformance: ReadonlyMap<string, ConformanceSummary>;
  /** Whether the service reports events, such as a new revision of a connector. */
  readonly hasEvents: boolean;
}

const storeKey = "wellhead.page-token";

/** The session; empty until it is loaded. */
export const consoleSession = signal<ConsoleSession>({
  connectors: [],
  token: "",
  isProven: false,
  problem: "",
  conformance: new Map(),
  hasEvents: false,
});

/**
 * Loads the session, which says which connectors to list.
 *
 * @throws Error with a message for the user when the service does not respond
 */
export async function loadConsoleSession(): Promise<void> {
  const { opened, problem } = await openLink();
  const answer = opened ?? (await requestSession());
  const connectors = Array.isArray(answer["connectors"]) ? answer["connectors"] : [];
  const isProven = answer["isProven"] === true;
  consoleSession.value = {
    connectors: connectors.filter((one) => typeof one === "string"),
    token: textOf(answer, "token") || storedToken(),
    isProven,
    problem: isProven ? "" : problem || textOf(answer, "problem"),
    conformance: readSummaries(answer["conformance"]),
    hasEvents: answer["hasEvents"] === true,
  };
}

function storedToken(): string {
  return readKept("browser", storeKey);
}

async function requestSession(): Promise<JsonRecord> {
  const headers = { accept: "application/json", "x-page-token": storedToken() };
  const response = await fetch("session", { headers });
  if (!response.ok)
    throw new Error(`Could not start the console: the service answered ${response.status}. Reload the page.`);
  const answer: unknown = await response.json();
  if (!isRecord(answer))
    throw new Error("Could not start the console: the service returned no session. Reload the page.");
  return answer;
}

/**
 * Exchanges the key of the link that the terminal printed, if the page was opened with it. The key works once, so it is
 * removed from the address.
 *
 * @returns The session that it opened, or why it opened none; the reason is empty without a key
 */
async function openLink(): Promise<{ readonly opened?: JsonRecord; readonly problem: string }> {
  const members = new URLSearchParams(location.hash.slice(1));
  const key = members.get("key");
  if (key === null) return { problem: "" };
  members.delete("key");
  history.replaceState(history.state, "", members.size === 0 ? location.pathname : `#${members}`);
  const response = await fetch("session", { method: "POST", body: JSON.stringify({ key }) });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!isRecord(answer)) return { problem: "" };
  if (!response.ok) return { problem: textOf(answer, "error") };
  keepText("browser", storeKey, textOf(answer, "token"));
  return { opened: answer, problem: "" };
}

/**
 * Opens a connector at another address. The service sends no request of this page to an address that neither was opened
 * nor is listed.
 */
export async function openAddress(base: string, isLocal: boolean): Promise<void> {
  const { isProven, connectors, token } = consoleSession.value;
  if (new URL(base, location.origin).origin === location.origin || !isProven) return;
  if (connectors.includes(base)) return;
  const response = await fetch("connectors", {
    method: "POST",
    headers: { "x-page-token": token },
    body: JSON.stringify({ base, isLocal }),
  });
  // A body that is not read keeps the request open.
  await response.text();
}

/** Requests the events of the service, such as those of `wellhead dev`. */
export function requestEvents(): Promise<Response> {
  return fetch("events", { method: "POST", headers: { "x-page-token": consoleSession.value.token } });
}

function readSummaries(value: unknown): ReadonlyMap<string, ConformanceSummary> {
  if (!isRecord(value)) return new Map();
  return new Map(
    Object.entries(value).flatMap(([base, summary]) => {
      if (!isRecord(summary)) return [];
      const { passed, failed, warned } = summary;
      if (typeof passed !== "number" || typeof failed !== "number") return [];
      return [[base, { passed, failed, warned: typeof warned === "number" ? warned : 0 }] as const];
    }),
  );
}
