import type { Source } from "@wellhead/sdk";
import type { Answer, ValueAnswer } from "../../../answer/answer.js";
import { emptyAnswer } from "../../../answer/empty-answer.js";
import { jsonMediaType } from "../../../answer/json-answer.js";
import { matchesTag } from "../../../answer/matches-tag.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import type { PreparedBody } from "../../../scope/served-connector.js";
import { listSources } from "../../../source/list-sources.js";

/**
 * Handles GET /: describes the connector, its account kinds and its sources.
 *
 * @param tag - `If-None-Match` of the request
 * @param scope - The request
 * @returns The description, or 304 when the caller already has it; a promise only if the sources must be awaited
 * @see The connector contract, GET /
 */
export function application(tag: string | undefined, scope: RequestScope): Answer | Promise<Answer> {
  const describe = (sources: ReadonlyMap<string, Source>): Answer =>
    describedAnswer(scope.served.application(sources), tag);
  const sources = listSources(scope);
  return sources instanceof Promise ? sources.then(describe) : describe(sources);
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
