import { type IncomingMessage, request } from "node:http";

/** What a caller sees of an answer. */
export interface SeenAnswer {
  /** Status; 0 when there was no answer at all. */
  readonly status: number;
  readonly headers: string;
  readonly retryAfter: number | undefined;
  readonly body: string;
  /** Whether HTTP says that the body is all there. */
  readonly isWhole: boolean;
  /** Whether the caller gave up waiting. */
  readonly hung: boolean;
}

/** A request of the matrix. */
export interface AskOptions {
  readonly path: string;
  readonly body: object;
  readonly accept: string;
  /** Told when the first bytes of the body are there. Default: nobody is */
  readonly onBytes?: () => void;
}

/** How long any answer may take, in milliseconds. */
const patience = 120_000;

/**
 * Asks the service and reads the answer to its end, or to where it breaks.
 *
 * @param url - Address of the service
 * @param options - What is asked
 * @returns What came
 */
export async function askService(
  url: string,
  { path, body, accept, onBytes }: AskOptions,
): Promise<SeenAnswer> {
  const asked = request(new URL(path, url), {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    agent: false,
  });
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    asked.destroy();
  }, patience);
  asked.on("error", () => undefined).end(JSON.stringify(body));
  const response = await new Promise<IncomingMessage | undefined>((resolve) => {
    asked.once("response", resolve).once("close", () => resolve(undefined));
  });
  const text = response === undefined ? "" : await readToEnd(response, onBytes);
  clearTimeout(timer);
  return {
    status: response?.statusCode ?? 0,
    headers: (response?.rawHeaders ?? []).join("\n"),
    retryAfter:
      response?.headers["retry-after"] === undefined ? undefined : Number(response.headers["retry-after"]),
    body: text,
    isWhole: response?.complete === true,
    hung,
  };
}

async function readToEnd(response: IncomingMessage, onBytes?: () => void): Promise<string> {
  if (onBytes !== undefined) response.once("data", onBytes);
  const chunks: Buffer[] = [];
  response.on("error", () => undefined).on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
  });
  return Buffer.concat(chunks).toString();
}
