import type { Answer } from "../answer/answer.js";
import { emptyAnswer } from "../answer/empty-answer.js";
import { jsonMediaType } from "../answer/json-answer.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { listSources } from "./list-sources.js";
import { matchesTag } from "./matches-tag.js";

/**
 * GET /: who the connector is, which accounts it takes and which sources it has.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns The description, or 304 when the caller has it
 * @see The connector contract, GET /
 */
export async function application(input: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { body, tag } = context.served.application(await listSources(context));
  if (matchesTag(input.header("if-none-match"), tag)) return emptyAnswer(304, { etag: tag });
  return { kind: "value", status: 200, headers: { "content-type": jsonMediaType, etag: tag }, body };
}
