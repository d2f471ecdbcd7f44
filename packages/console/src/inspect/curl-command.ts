import type { Exchange } from "./exchange.js";

/** Formats a request as a curl command for a POSIX shell. */
export function curlCommand(exchange: Exchange, address: string): string {
  const parts = ["curl --globoff --compressed"];
  if (exchange.method !== "GET") parts.push(`--request ${exchange.method}`);
  parts.push(quote(address));
  for (const [name, value] of exchange.requestHeaders) parts.push(`--header ${quote(`${name}: ${value}`)}`);
  if (exchange.requestBody !== "") parts.push(`--data-raw ${quote(exchange.requestBody)}`);
  return parts.join(" \\\n  ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
