import type { HttpAnswer } from "@wellhead/sdk";
import type { AttemptClock } from "./attempt.js";
import type { HttpSession, ReadReply } from "./http-session.js";
import { collectBody, parseJson } from "./read-body.js";
import type { Reply } from "./send-request.js";

/**
 * Creates the function that reads a whole response as JSON.
 *
 * @param session - The client
 * @returns The function
 */
export function readJson(
  session: HttpSession,
): ReadReply<{ readonly answer: HttpAnswer; readonly bytes: Buffer }> {
  return async (reply, clock) => {
    const bytes = await readWhole(session, reply, clock);
    const { status, headers } = reply;
    let body: unknown;
    try {
      body = parseJson(bytes, session.limits.depth);
    } catch (error) {
      // The definition may know what a response without JSON means, such as one that is not ready yet.
      session.check({ status, headers, body: undefined });
      throw error;
    }
    const answer = { status, headers, body };
    session.check(answer);
    return { answer, bytes };
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
