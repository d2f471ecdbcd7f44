import { skipWaits, startUpstream } from "@wellhead/sdk/testing";
import type { FaultCase, FaultOutcome } from "./fault-table.js";

/** How a connector is asked. */
export interface AskFaultsOptions {
  /** Serves the connector over an upstream at this address, and returns the service's address. */
  readonly serve: (upstream: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
  /**
   * Path and body of the request to the service that makes the connector call its upstream, as a form does. The account
   * must be another one for each index: a limit is remembered for the account that met it.
   */
  readonly request: (index: number) => { readonly path: string; readonly body: unknown };
  /** Replaces the moving parts of a sentence, such as the address of the upstream. */
  readonly clean?: (sentence: string, upstream: string) => string;
}

/**
 * Lets an upstream answer each fault, asks the connector, and keeps what a person would read.
 *
 * @param faults - The faults
 * @param options - How the connector is served and asked
 * @returns Every fault with what came of it
 */
export async function askFaults(
  faults: readonly FaultCase[],
  options: AskFaultsOptions,
): Promise<ReadonlyArray<{ readonly fault: FaultCase; readonly outcome: FaultOutcome }>> {
  const found: Array<{ readonly fault: FaultCase; readonly outcome: FaultOutcome }> = [];
  for (const [index, fault] of faults.entries()) {
    const upstream = await startUpstream(() => fault);
    const service = await options.serve(upstream.url);
    skipWaits();
    try {
      found.push({
        fault,
        outcome: await ask(service.url, {
          ...options.request(index),
          upstream: upstream.url,
          clean: options.clean,
        }),
      });
    } finally {
      await service.close();
      await upstream.close();
    }
  }
  return found;
}

interface Question {
  readonly path: string;
  readonly body: unknown;
  readonly upstream: string;
  readonly clean: AskFaultsOptions["clean"];
}

async function ask(
  service: string,
  { path, body, upstream, clean = withHost }: Question,
): Promise<FaultOutcome> {
  const response = await fetch(new URL(path, service), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { error, code, retryAfter, tryLater } = (await response.json()) as Readonly<Record<string, unknown>>; // errors are objects
  return {
    error: clean(String(error), upstream),
    code: String(code),
    retryAfter: typeof retryAfter === "number" ? retryAfter : undefined,
    retryable: tryLater === true || response.status === 503 || response.status === 504,
  };
}

function withHost(sentence: string, upstream: string): string {
  const { host, hostname, origin } = new URL(upstream);
  return sentence
    .replaceAll(origin, "https://the.source")
    .replaceAll(host, "the source")
    .replaceAll(hostname, "the source");
}
