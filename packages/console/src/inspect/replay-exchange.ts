import type { Exchange } from "../exchanges/exchange.js";
import { sendRequest } from "../http/send-request.js";
import { parseJson } from "../json/record.js";

/** Sends the request of an exchange again. The response is recorded as a new exchange. */
export async function replayExchange(exchange: Exchange): Promise<void> {
  const [path = "/", query = ""] = exchange.path.split("?", 2);
  const accept = exchange.requestHeaders.find(([name]) => name === "accept")?.[1];
  await sendRequest({
    base: exchange.base,
    method: exchange.method,
    path,
    ...(query !== "" && { query: Object.fromEntries(new URLSearchParams(query)) }),
    ...(exchange.requestBody !== "" && { body: parseJson(exchange.requestBody) }),
    ...(accept !== undefined && { accept }),
  });
}
