import type { Duplex, Readable } from "node:stream";

/**
 * Returns the body of an answer as a web stream that first hands out all that has arrived, then its error. A stream that
 * Node converts drops what has arrived but not been read when the connection breaks, and with it the rows before a fault.
 *
 * @param source - The body as it arrives
 * @param decoder - Decompresses it; omitted when it is not compressed
 * @returns The body. It fails when the connection breaks, and when a compressed body is truncated
 */
export function bodyStream(source: Readable, decoder?: Duplex): ReadableStream<Uint8Array> {
  const body = decoder ?? source;
  const ending = watchEnding(source, decoder);
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        // A stream that failed still hands out what it had buffered.
        const chunk: unknown = body.read();
        if (chunk instanceof Uint8Array) return controller.enqueue(chunk);
        if (ending.isOver && ending.failure === undefined) return controller.close();
        if (ending.isOver) return controller.error(ending.failure);
        await ending.change();
      }
    },
    cancel() {
      source.destroy();
      decoder?.destroy();
    },
  });
}

interface Ending {
  /** Whether nothing more arrives. */
  isOver: boolean;
  failure: Error | undefined;
  /** Waits for the next event. */
  readonly change: () => Promise<void>;
}

function watchEnding(source: Readable, decoder: Duplex | undefined): Ending {
  let wake: (() => void) | undefined;
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const ending: Ending = { isOver: false, failure: undefined, change };
  const finish = (): void => {
    ending.isOver = true;
    wake?.();
  };
  const breakOff = (error: Error): void => {
    if (!source.readableEnded) ending.failure ??= error;
    if (decoder === undefined) finish();
    else endDecoder(source, decoder);
  };
  source.on("error", breakOff);
  source.once("close", () => breakOff(new Error("the connection was closed before the end")));
  const body = decoder ?? source;
  body.on("readable", () => wake?.());
  body.once("end", finish);
  decoder?.on("error", (error) => {
    const message = `could not decompress the response: ${error.message}`;
    ending.failure ??= new Error(message, { cause: error });
    finish();
  });
  if (decoder !== undefined) source.pipe(decoder);
  return ending;
}

/** Lets the decoder decompress what the source had buffered; it then ends or fails by itself. */
function endDecoder(source: Readable, decoder: Duplex): void {
  if (decoder.writableEnded) return;
  source.unpipe(decoder);
  for (let chunk: unknown = source.read(); chunk !== null; chunk = source.read()) decoder.write(chunk);
  decoder.end();
}
