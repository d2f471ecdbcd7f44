import type { HttpAnswer } from "@wellhead/sdk";
import { defaultHttpLimits } from "@wellhead/sdk/internal";
import { parseJson } from "./parse-json.js";
import { collectBody } from "./read-body.js";
import type { Reply } from "./send-request.js";

/** Maximum bytes of the body of an error response that `fault` may inspect. */
const faultBytes = 64 * 1024;

/**
 * Reads as much of the body of an error response as `fault` may inspect; a body that cannot be read counts as none.
 *
 * @param reply - The response; its connection is dropped
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
