import { skipWaits, startUpstream } from "@wellhead/runtime/testing";
import type { FaultCase, FaultOutcome } from "./fault-table.js";

/** Options of {@link askFaults}. */
export interface AskFaultsOptions {
  /** Serves the connector over an upstream at this address, and returns the service's address. */
  readonly serve: (upstream: string) => Promise<{ readonly url: string; close(): Promise<void> }>;
  /**
   * Returns the path and body of the request that makes the connector call its upstream, as a form sends it. The
   * account must differ for each index, because the service remembers a rate limit for the account that hit it.
   */
  readonly request: (index: number) => { readonly path: string; readonly body: unknown };
  /** Replaces the variable parts of a sentence, such as the address of the upstream. */
  readonly clean?: (sentence: string, upstream: string) => string;
}

/**
 * Makes an upstream respond with each fault, sends a request to the connector, and collects the errors that a user
 * would see.
 *
 * @param faults - The faults
 * @param options - How to serve the connector and which requests to send
 * @returns Every fault with its outcome
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
  const { error, code, retryAfter, tryLater } = (await response.json()) as Readonly<Record<string, unknown>>; // by the contract, errors are objects
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
