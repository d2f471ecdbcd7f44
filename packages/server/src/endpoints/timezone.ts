import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import { readObject } from "../request/read-member.js";
import { askZone } from "./ask-zone.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { offsetOf } from "./offset-of.js";
import { requestedAccount } from "./read-source-request.js";

/**
 * Handles POST /timezone: returns the current offset of an account from UTC.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns `{ timeZone: "+05:00" }`
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function timezone({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const account = requestedAccount(readObject(body, "account") ?? {}, context);
  const zone = await askZone(context, account);
  return jsonAnswer({ timeZone: offsetOf(zone ?? "UTC", context.now()) });
}
