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
    const names = [...new Set(url.searchParams.keys())].map((name) => `${name}=…`).join("&");
    const address = `${url.origin}${url.pathname}${names === "" ? "" : `?${names}`}`;
    let status = "no response";
    let size = 0;
    return {
      head: (code) => {
        status = String(code);
      },
      bytes: (chunk) => {
        size += chunk.byteLength;
      },
      end: (error) => {
        const facts = [status, `${Math.round(now() - started)} ms`, formatBytes(size)];
        const ending = error === undefined ? "" : `, ended by an error`;
        stderr.write(`${printableText(`${method} ${address}: ${facts.join(", ")}${ending}`)}\n`);
      },
    };
  };
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
