import type { Source } from "@wellhead/sdk";
import type { Answer, ValueAnswer } from "../answer/answer.js";
import { emptyAnswer } from "../answer/empty-answer.js";
import { jsonMediaType } from "../answer/json-answer.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { listSources } from "./list-sources.js";
import { matchesTag } from "./matches-tag.js";
import type { PreparedBody } from "./served-connector.js";

/**
 * Handles GET /: describes the connector, its account kinds and its sources.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns The description, or 304 when the caller already has it; a promise only if the sources must be awaited
 * @see The connector contract, GET /
 */
export function application(input: EndpointInput, context: EndpointContext): Answer | Promise<Answer> {
  const sources = listSources(context);
  if (sources instanceof Promise) return sources.then((listed) => describe(listed, input, context));
  return describe(sources, input, context);
}

function describe(
  sources: ReadonlyMap<string, Source>,
  input: EndpointInput,
  { served }: EndpointContext,
): Answer {
  return describedAnswer(served.application(sources), input.header("if-none-match"));
}

/**
 * Builds the response of GET /.
 *
 * @param prepared - The description
 * @param header - `If-None-Match` of the request
 * @returns The description, or 304 when the caller already has it
 */
export function describedAnswer({ body, tag }: PreparedBody, header: string | undefined): ValueAnswer {
  if (matchesTag(header, tag)) return emptyAnswer(304, { etag: tag });
  return { kind: "value", status: 200, headers: { "content-type": jsonMediaType, etag: tag }, body };
}
