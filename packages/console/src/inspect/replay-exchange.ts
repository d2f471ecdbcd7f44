import type { Exchange } from "../exchanges/exchange.js";
import { connectorAt } from "../http/page-connector.js";

/** Sends the request of an exchange again. The response is recorded as a new exchange. */
export async function replayExchange(exchange: Exchange): Promise<void> {
  const { method, path, requestBody, requestHeaders } = exchange;
  await connectorAt(exchange.base).request({
    method,
    path,
    body: requestBody === "" ? undefined : requestBody,
    accept: requestHeaders.find(([name]) => name === "accept")?.[1],
  });
}
