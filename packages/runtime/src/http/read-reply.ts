import type { HttpAnswer } from "@wellhead/sdk";
import type { AttemptClock } from "./attempt.js";
import type { HttpSession, ReadReply } from "./http-session.js";
import { collectBody, parseJson } from "./read-body.js";
import type { Reply } from "./send-request.js";
import { decodeStated } from "./text-decoding.js";

/** A format other than JSON. */
export interface TextFormat {
  /** Reads the text of a response. */
  readonly parse: (text: string) => unknown;
  /** Encoding of the text. Default: what the response states. */
  readonly encoding: string | undefined;
}

/**
 * Creates the function that reads a whole response as JSON, or as another format.
 *
 * @param session - The client
 * @param format - The other format. Default: it is read as JSON
 * @returns The function
 */
export function readJson(session: HttpSession, format?: TextFormat): ReadReply<HttpAnswer> {
  return async (reply, clock) => {
    const bytes = await readWhole(session, reply, clock);
    const { status, headers } = reply;
    let body: unknown;
    try {
      body =
        format === undefined ? parseJson(bytes, session.limits.depth) : parseText(bytes, headers, format);
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

function parseText(
  bytes: Uint8Array,
  { "content-type": contentType }: HttpAnswer["headers"],
  { parse, encoding }: TextFormat,
): unknown {
  return parse(decodeStated(bytes, { encoding, contentType }));
}
