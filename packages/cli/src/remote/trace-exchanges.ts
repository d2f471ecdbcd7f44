import type { ExchangeListener, ExchangeObserver } from "@wellhead/client";
import { formatBytes } from "../terminal/format-number.js";
import { printableText } from "../terminal/printable-text.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * Writes a line for each exchange with a connector: method, address, status, duration and size. Values of the query are
 * left out, because they may be secret.
 *
 * @param terminal - Provides standard error
 * @param now - Milliseconds of a clock that never goes back
 * @returns The observer of the exchanges
 */
export function traceExchanges(
  { stderr }: Pick<Terminal, "stderr">,
  now: () => number = () => performance.now(),
): ExchangeObserver {
  return ({ method, url }) => {
    const started = now();
    let status: number | undefined;
    let bytes = 0;
    return {
      head: (code) => {
        status = code;
      },
      bytes: (chunk) => {
        bytes += chunk.byteLength;
      },
      end: (error) => {
        const sent = { method, url, status, bytes, milliseconds: now() - started };
        stderr.write(formatExchange({ ...sent, isFailed: error !== undefined }));
      },
    };
  };
}

/** An exchange with a connector that has ended. */
export interface EndedExchange {
  readonly method: string;
  readonly url: URL;
  /** Status of the response; `undefined` when there was none. */
  readonly status: number | undefined;
  /** Duration. */
  readonly milliseconds: number;
  /** Size of the body. */
  readonly bytes: number;
  /** Whether it ended with an error. */
  readonly isFailed: boolean;
}

/**
 * Describes an exchange. Values of the query are left out, because they may be secret.
 *
 * @param exchange - The exchange
 * @returns One line
 */
export function formatExchange({
  method,
  url,
  status,
  milliseconds,
  bytes,
  isFailed,
}: EndedExchange): string {
  const names = [...new Set(url.searchParams.keys())].map((name) => `${name}=…`).join("&");
  const address = `${url.origin}${url.pathname}${names === "" ? "" : `?${names}`}`;
  const facts = [status ?? "no response", `${Math.round(milliseconds)} ms`, formatBytes(bytes)];
  const ending = isFailed ? ", ended by an error" : "";
  return `${printableText(`${method} ${address}: ${facts.join(", ")}${ending}`)}\n`;
}

/**
 * Joins two observers.
 *
 * @param observers - Observers; `undefined` observes nothing
 * @returns An observer that passes every event to each of them
 */
export function joinObservers(
  ...observers: readonly (ExchangeObserver | undefined)[]
): ExchangeObserver | undefined {
  const [first, ...others] = observers.filter((observer) => observer !== undefined);
  if (first === undefined || others.length === 0) return first;
  return (request) => {
    const listeners = [first, ...others].map((observe) => observe(request));
    const each = (call: (listener: ExchangeListener) => void): void => {
      for (const listener of listeners) if (listener !== undefined) call(listener);
    };
    return {
      head: (status, headers) => each((listener) => listener.head?.(status, headers)),
      bytes: (chunk) => each((listener) => listener.bytes?.(chunk)),
      end: (error) => each((listener) => listener.end?.(error)),
    };
  };
}
