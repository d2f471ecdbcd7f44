import type { Exchange } from "../exchange/exchange.js";
import type { Evidence } from "./conformance-report.js";

const maxLength = 2_048;

/** Mask twice as much as is shown, so that a secret that starts in the shown part is matched completely. */
const maskedLength = 2 * maxLength;
const maxExchanges = 3;
const hidden = new Set(["authorization", "cookie", "set-cookie", "proxy-authorization"]);

/**
 * Records the exchanges that a finding is based on.
 *
 * @param exchanges - Exchanges of the check, oldest first
 * @param base - Address of the connector
 * @param mask - Hides secrets
 * @returns The last few, shortened and masked
 */
export function evidenceOf(
  exchanges: readonly Exchange[],
  base: URL,
  mask: (text: string) => string,
): readonly Evidence[] {
  return [...new Set(exchanges.toReversed())]
    .slice(0, maxExchanges)
    .toReversed()
    .map(({ request, status, headers, text }) => ({
      request: mask(`${request.method} ${addressOf(request.path, base)}`),
      requestHeaders: maskHeaders(request.headers ?? {}, mask),
      requestBody: shorten(request.body ?? "", mask),
      status,
      answerHeaders: maskHeaders(headers, mask),
      answerBody: shorten(text, mask),
    }));
}

function addressOf(path: string, base: URL): string {
  return /^https?:/.test(path) ? path : `${base.origin}${base.pathname.replace(/\/$/, "")}${path}`;
}

function maskHeaders(
  headers: Readonly<Record<string, string>>,
  mask: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, hidden.has(name) ? "••••" : shorten(value, mask)]),
  );
}

function shorten(text: string, mask: (text: string) => string): string {
  const masked = mask(text.slice(0, maskedLength));
  return text.length <= maxLength ? masked : `${masked.slice(0, maxLength)}… (${text.length} characters)`;
}
