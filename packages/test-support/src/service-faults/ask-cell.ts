import { type IncomingMessage, request } from "node:http";

/** A response as the caller sees it. */
export interface SeenAnswer {
  /** Status; 0 when there was no response. */
  readonly status: number;
  readonly headers: string;
  readonly retryAfter: number | undefined;
  readonly body: string;
  /** Whether the body is complete according to HTTP. */
  readonly isWhole: boolean;
  /** Whether the caller timed out. */
  readonly hung: boolean;
}

/** A request of the matrix. */
export interface AskOptions {
  readonly path: string;
  readonly body: object;
  readonly accept: string;
  /** Called when the first bytes of the body arrive. Default: not called */
  readonly onBytes?: () => void;
}

/** Timeout of a response, in milliseconds. */
const timeoutMs = 120_000;

/**
 * Sends a request to the service and reads the response until it ends or breaks.
 *
 * @param url - Address of the service
 * @param options - The request
 * @returns The response
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
  }, timeoutMs);
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
