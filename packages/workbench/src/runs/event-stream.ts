/** Events as a response, one JSON text per line. */
export class EventStream<Event> {
  readonly response: Response;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #encoder = new TextEncoder();

  /** @param cancelled - Called when the page closes the stream before its end */
  constructor(cancelled: () => void) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#controller = undefined;
        cancelled();
      },
    });
    this.response = new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  }

  /** Sends an event. */
  send(event: Event): void {
    this.#controller?.enqueue(this.#encoder.encode(`${JSON.stringify(event)}\n`));
  }

  /** Ends the stream. */
  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }
}
