import { type HttpAnswer, upstreamInvalid } from "@wellhead/sdk";
import type { AttemptClock } from "./attempt.js";
import type { HttpSession, ReadReply } from "./http-session.js";
import { collectBody, parseJson } from "./read-body.js";
import type { Reply } from "./send-request.js";

/**
 * Creates the function that reads a whole response as JSON, or as another format.
 *
 * @param session - The client
 * @param parse - Reads its text. Default: it is read as JSON
 * @returns The function
 */
export function readJson(session: HttpSession, parse?: (text: string) => unknown): ReadReply<HttpAnswer> {
  return async (reply, clock) => {
    const bytes = await readWhole(session, reply, clock);
    const { status, headers } = reply;
    let body: unknown;
    try {
      body = parse === undefined ? parseJson(bytes, session.limits.depth) : parse(decodeText(bytes));
    } catch (error) {
      // The definition may know what a response without JSON means, such as one that is not ready yet.
      session.check({ status, headers, body: undefined });
      throw error;
    }
    const answer = { status, headers, body };
    session.check(answer);
    return answer;
  };
}

/**
 * Reads a whole response.
 *
 * @param session - The client
 * @param reply - The response
 * @param clock - Clock of the attempt; ended when the response was read
 * @returns Its bytes
 */
export async function readWhole(session: HttpSession, reply: Reply, clock: AttemptClock): Promise<Buffer> {
  try {
    const bytes = await collectBody(reply.body, session.limits.pageBytes);
    clock.end();
    return bytes;
  } catch (error) {
    reply.drop();
    throw error;
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw upstreamInvalid("Could not read the response: expected text, got bytes that are not UTF-8.", {
      cause: error,
    });
  }
}
