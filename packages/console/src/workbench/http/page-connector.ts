import { Connector, type ExchangeListener, type ExchangeObserver } from "@wellhead/client";
import { beginExchange, updateExchange } from "../exchanges/exchange.js";
import { keptBodyBytes } from "../exchanges/kept-body-bytes.js";
import { rememberExchange } from "../exchanges/secrets.js";
import { pageFetch } from "./page-fetch.js";

const connectors = new Map<string, Connector>();

/**
 * Returns the client of a connector. It remembers the connector's description, and records every request for the
 * inspector.
 *
 * @param base - Base address: a path of this service such as `/samples/`, or an address elsewhere
 * @returns The client, the same for the same address
 * @throws TypeError when the address is not a web address
 */
export function connectorAt(base: string): Connector {
  const known = connectors.get(base);
  if (known !== undefined) return known;
  const address = new URL(base, location.origin);
  const connector = new Connector(address, { fetch: pageFetch, observe: observeExchanges(base, address) });
  connectors.set(base, connector);
  return connector;
}

function observeExchanges(base: string, address: URL): ExchangeObserver {
  const prefix = address.pathname.replace(/\/+$/, "");
  return ({ method, url, headers, body = "" }) => {
    const path = `${url.pathname.slice(prefix.length)}${url.search}`;
    rememberExchange(path, body);
    return recordAnswer(
      path,
      beginExchange({ base, method, path, requestHeaders: [...headers], requestBody: body }),
    );
  };
}

function recordAnswer(path: string, exchange: number): ExchangeListener {
  const start = performance.now();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  return {
    head: (status, headers) => {
      const firstByte = performance.now() - start;
      updateExchange(exchange, { status, responseHeaders: [...headers], firstByte });
    },
    bytes: (chunk) => {
      size += chunk.length;
      const missing = keptBodyBytes - text.length;
      if (missing > 0) text += decoder.decode(chunk.subarray(0, missing), { stream: true });
    },
    end: (error) => {
      rememberExchange(path, text);
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      const faulty = size > 0 ? "cut" : "failed";
      const ending = error === undefined ? "whole" : faulty;
      updateExchange(exchange, {
        responseBody: text,
        size,
        elapsed: performance.now() - start,
        ending: isCancelled ? "cancelled" : ending,
        note: isCancelled ? "Cancelled here" : noteOf(error),
      });
    },
  };
}

function noteOf(error: unknown): string {
  if (error === undefined) return "";
  if (error instanceof TypeError) return "The connection failed or was cut before the answer was whole";
  return error instanceof Error ? error.message : "The request failed";
}
