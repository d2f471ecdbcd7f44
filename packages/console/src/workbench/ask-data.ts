import { writeExactJson } from "@wellhead/client";
import { isRecord, parseJson, textOf } from "../text/record.js";
import { consoleSession } from "./http/console-session.js";

/** A request for data that failed. The message is for the user. */
export class DataProblem extends Error {
  override readonly name = "DataProblem";
  /** Whether the service no longer keeps the rows. */
  readonly isGone: boolean;

  /** Creates a problem; by default it is not that rows are gone. */
  constructor(message: string, options: ErrorOptions & { readonly isGone?: boolean } = {}) {
    super(message, options);
    this.isGone = options.isGone ?? false;
  }
}

/**
 * Sends a request to the data side of the console.
 *
 * @param path - Path below `data/`
 * @param body - Sent as JSON
 * @returns The response, which is a success
 * @throws DataProblem with the service's own message
 */
export async function sendData(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(`data/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-page-token": consoleSession.value.token },
    body: writeExactJson(body),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    const message = "Could not reach the service of this console. Check whether it is still running.";
    throw new DataProblem(message, { cause: error });
  });
  if (response.ok) return response;
  const answer = parseJson(await response.text());
  const message = isRecord(answer) ? textOf(answer, "error", "message") : "";
  throw new DataProblem(
    message || `Could not read the data: the service answered ${response.status}. Reload the page.`,
    { isGone: isRecord(answer) && answer["code"] === "gone" },
  );
}

/**
 * Sends a request to the data side of the console and reads its answer.
 *
 * @param path - Path below `data/`, which decides the type of the answer
 * @param body - Sent as JSON
 * @returns The answer
 * @throws DataProblem with the service's own message
 */
export async function askData<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  const answer: unknown = await (await sendData(path, body, signal)).json();
  // The service is of the same version as the page, and both share the types of `@wellhead/workbench/protocol`.
  return answer as Answer;
}
