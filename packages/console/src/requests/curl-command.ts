import type { Exchange } from "../workbench/exchanges/exchange.js";

/** Formats a request as a curl command for a POSIX shell. */
export function curlCommand(exchange: Exchange, address: string): string {
  const parts = ["curl --globoff --compressed"];
  if (exchange.method !== "GET") parts.push(`--request ${exchange.method}`);
  parts.push(quoteWord(address));
  for (const [name, value] of exchange.requestHeaders)
    parts.push(`--header ${quoteWord(`${name}: ${value}`)}`);
  if (exchange.requestBody !== "") parts.push(`--data-raw ${quoteWord(exchange.requestBody)}`);
  return parts.join(" \\\n  ");
}

/** Writes a text as one word for a POSIX shell. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
