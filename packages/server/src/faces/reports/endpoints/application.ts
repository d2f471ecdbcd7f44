import type { Source } from "@wellhead/sdk";
import { type Answer, preparedAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { listSources } from "../../../source/find-source.js";
import { describeApplication } from "../describe/describe-application.js";

/**
 * Handles GET /: describes the connector, its account kinds and its sources.
 *
 * @param tag - `If-None-Match` of the request
 * @param scope - The request
 * @returns The description, or 304 when the caller already has it; a promise only if the sources must be awaited
 * @see The connector contract, GET /
 */
export function application(tag: string | undefined, scope: RequestScope): Answer | Promise<Answer> {
  const { served } = scope;
  const describe = (sources: ReadonlyMap<string, Source>): Answer =>
    preparedAnswer(
      served.prepare("/", sources, () => describeApplication(served.connector, sources)),
      tag,
    );
  const sources = listSources(scope);
  return sources instanceof Promise ? sources.then(describe) : describe(sources);
}
