import type { ExchangeEvent } from "@wellhead/workbench/protocol";
import { beginExchange, updateExchange } from "./exchanges/exchange.js";
import { rememberExchange } from "./exchanges/secrets.js";

/** Records the requests that the service makes for one run. */
export class ExchangeLog {
  /** Numbers of the service → ids of the page. */
  readonly #ids = new Map<number, number>();
  readonly #paths = new Map<number, string>();

  /** Records an event of a request. */
  record(event: ExchangeEvent): void {
    if (event.type === "request") {
      const { base, method, path, headers, body } = event;
      rememberExchange(path, body);
      this.#paths.set(event.exchange, path);
      this.#ids.set(
        event.exchange,
        beginExchange({ base, method, path, requestHeaders: headers, requestBody: body }),
      );
      return;
    }
    const id = this.#ids.get(event.exchange);
    if (id === undefined) return;
    if (event.type === "response") {
      const { status, headers, elapsedMs } = event;
      updateExchange(id, { status, responseHeaders: headers, firstByte: elapsedMs });
      return;
    }
    const { ending, message, bytes, body, elapsedMs } = event;
    rememberExchange(this.#paths.get(event.exchange) ?? "", body);
    updateExchange(id, { ending, note: message, size: bytes, responseBody: body, elapsed: elapsedMs });
  }
}
