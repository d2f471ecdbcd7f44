import type { ExchangeEvent } from "@wellhead/workbench/protocol";
import { parseJson } from "../text/record.js";
import { beginExchange, updateExchange } from "./exchanges/exchange.js";
import { rememberSecretMembers } from "./exchanges/secrets.js";

/** Records the requests that the service makes for one run. */
export class ExchangeLog {
  /** Numbers of the service → ids of the page. */
  readonly #ids = new Map<number, number>();

  /** Records an event of a request. */
  record(event: ExchangeEvent): void {
    if (event.type === "request") {
      const { base, method, path, headers, body } = event;
      rememberSecretMembers(parseJson(body));
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
    rememberSecretMembers(parseJson(body));
    updateExchange(id, { ending, note: message, size: bytes, responseBody: body, elapsed: elapsedMs });
  }
}
