import type { HttpAnswer } from "./http.js";
import { defaultHttpLimits } from "./http-limits.js";
import { parseJson } from "./parse-json.js";
import { collectBody } from "./read-body.js";
import type { Reply } from "./send-request.js";

/** Bytes of a failure's body that `fault` may look at. */
const faultBytes = 64 * 1024;

/**
 * Reads as much of a failure's body as `fault` may look at; a body that cannot be read is none.
 *
 * @param reply - The answer; its connection is dropped
 * @returns The value of a JSON body, else the text
 */
export async function readFault(reply: Reply): Promise<Pick<HttpAnswer, "body" | "text">> {
  let bytes: Buffer | undefined;
  try {
    bytes = await collectBody(reply.body, faultBytes);
    return { body: parseJson(bytes, defaultHttpLimits.depth) };
  } catch {
    return { body: undefined, text: bytes?.toString("utf8") };
  } finally {
    reply.drop();
  }
}
