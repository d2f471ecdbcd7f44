import { signal } from "@preact/signals";
import { isRecord, textOf } from "../../text/record.js";

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
  /** Token that proves to the relay that a request comes from this page; empty when there is no relay. */
  readonly token: string;
  /** Conformance summaries by base address. */
  readonly conformance: ReadonlyMap<string, ConformanceSummary>;
  /** Whether the service reports events, such as a new revision of a connector. */
  readonly hasEvents: boolean;
}

/** The session; empty until it is loaded. */
export const consoleSession = signal<ConsoleSession>({
  connectors: [],
  token: "",
  conformance: new Map(),
  hasEvents: false,
});

/**
 * Loads the session, which says which connectors to list.
 *
 * @throws Error with a message for the user when the service does not respond
 */
export async function loadConsoleSession(): Promise<void> {
  const response = await fetch("session", { headers: { accept: "application/json" } });
  if (!response.ok)
    throw new Error(`Could not start the console: the service answered ${response.status}. Reload the page.`);
  const answer: unknown = await response.json();
  if (!isRecord(answer))
    throw new Error("Could not start the console: the service returned no session. Reload the page.");
  const connectors = Array.isArray(answer["connectors"]) ? answer["connectors"] : [];
  consoleSession.value = {
    connectors: connectors.filter((one) => typeof one === "string"),
    token: textOf(answer, "token"),
    conformance: readSummaries(answer["conformance"]),
    hasEvents: answer["hasEvents"] === true,
  };
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
