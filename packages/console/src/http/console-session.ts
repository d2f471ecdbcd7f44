import { signal } from "@preact/signals";
import { isRecord, textOf } from "../json/record.js";

/** A summary of a conformance run, when the service was given one. */
export interface ConformanceSummary {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}

/** What the service told this page when it started. */
export interface ConsoleSession {
  /** Base addresses of the connectors to list: paths of this service, or addresses elsewhere. */
  readonly connectors: readonly string[];
  /** Proves to the relay that it is this page that asks; empty when there is no relay. */
  readonly token: string;
  /** Conformance summaries by base address. */
  readonly conformance: ReadonlyMap<string, ConformanceSummary>;
}

/** The session; empty until it is loaded. */
export const consoleSession = signal<ConsoleSession>({ connectors: [], token: "", conformance: new Map() });

/**
 * Asks the service which connectors to list.
 *
 * @throws Error with a sentence for the person when the service does not answer
 */
export async function loadConsoleSession(): Promise<void> {
  const response = await fetch("session", { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`Start the console: the service answered ${response.status}`);
  const answer: unknown = await response.json();
  if (!isRecord(answer)) throw new Error("Start the console: the service answered no session");
  const connectors = Array.isArray(answer["connectors"]) ? answer["connectors"] : [];
  consoleSession.value = {
    connectors: connectors.filter((one) => typeof one === "string"),
    token: textOf(answer, "token"),
    conformance: readSummaries(answer["conformance"]),
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
