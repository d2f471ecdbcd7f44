/** Headers in the order they were sent. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** How the response of a request ended. */
export type ExchangeEnding = "whole" | "cut" | "cancelled" | "failed";

/**
 * An event of a request that the service sent to a connector. Headers and bodies contain secrets, so mask them before
 * display.
 */
export type ExchangeEvent =
  | {
      readonly type: "request";
      /** Number of the request within this stream of events. */
      readonly exchange: number;
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly method: "GET" | "POST";
      /** Base address of the connector, as the page names it. */
      readonly base: string;
      /** Path below the base address, with its query. */
      readonly path: string;
      readonly headers: HeaderList;
      /** JSON text; empty when there is no body. */
      readonly body: string;
    }
  | {
      readonly type: "response";
      readonly exchange: number;
      readonly status: number;
      readonly headers: HeaderList;
      /** Milliseconds from the request to the status line. */
      readonly elapsedMs: number;
    }
  | {
      readonly type: "exchange-end";
      readonly exchange: number;
      readonly ending: ExchangeEnding;
      /** Why the response is incomplete; empty when it is complete. */
      readonly message: string;
      /** Bytes of the body, after decompression. */
      readonly bytes: number;
      /** The first part of the body. */
      readonly body: string;
      /** Milliseconds from the request to the end. */
      readonly elapsedMs: number;
    };
