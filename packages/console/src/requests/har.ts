import type { Exchange, HeaderList } from "../workbench/exchanges/exchange.js";

/**
 * Writes exchanges as an HTTP archive, which the developer tools of browsers open. Bodies are the beginning that is kept.
 *
 * @param exchanges - The exchanges, with secrets already masked if they are to be
 * @param origin - Origin of this page, which paths belong to
 * @returns JSON text
 * @see HAR 1.2
 */
export function harOf(exchanges: readonly Exchange[], origin: string): string {
  const entries = exchanges.toSorted((left, right) => left.at - right.at).map((one) => entryOf(one, origin));
  const creator = { name: "Wellhead", version: "0.1.0" };
  return JSON.stringify({ log: { version: "1.2", creator, entries } }, undefined, 2);
}

function entryOf(exchange: Exchange, origin: string): object {
  const { base, path, method, status, ending, note, size } = exchange;
  const address = new URL(`${new URL(base, origin).href.replace(/\/+$/, "")}${path}`);
  const wait = exchange.firstByte ?? exchange.elapsed ?? 0;
  const receive = Math.max(0, (exchange.elapsed ?? wait) - wait);
  const noSizes = { headersSize: -1, bodySize: -1, cookies: [], httpVersion: "HTTP/1.1" };
  return {
    startedDateTime: new Date(exchange.at).toISOString(),
    time: wait + receive,
    request: {
      ...noSizes,
      method,
      url: address.href,
      headers: headersOf(exchange.requestHeaders),
      queryString: [...address.searchParams].map(([name, value]) => ({ name, value })),
      ...(exchange.requestBody !== "" && {
        postData: { mimeType: "application/json", text: exchange.requestBody },
      }),
    },
    response: {
      ...noSizes,
      status: status ?? 0,
      statusText: "",
      headers: headersOf(exchange.responseHeaders),
      content: {
        size,
        mimeType: headerOf(exchange.responseHeaders, "content-type"),
        text: exchange.responseBody,
      },
      redirectURL: headerOf(exchange.responseHeaders, "location"),
    },
    cache: {},
    timings: { send: 0, wait, receive },
    ...(ending !== "whole" && { comment: `${ending}: ${note}` }),
  };
}

function headersOf(headers: HeaderList): readonly object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function headerOf(headers: HeaderList, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
