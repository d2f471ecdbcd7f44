import type { Answer } from "../answer/answer.js";
import { emptyAnswer } from "../answer/empty-answer.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { matchesTag } from "./matches-tag.js";

/** The logo is the one answer that may be kept: it is the same for everybody and says nothing of anybody. */
const kept = { "cache-control": "public, max-age=3600" };

/** What keeps a browser that opens the logo directly from running anything in it. */
const guarded = {
  ...kept,
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * GET /logo: the logo of the connector.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns SVG; 204 when there is none, 302 when it is elsewhere, 304 when the caller has it
 * @see The connector contract, GET /logo
 */
export async function logo(input: EndpointInput, context: EndpointContext): Promise<Answer> {
  const found = await context.served.logo();
  if (found.kind === "none") return emptyAnswer(204, kept);
  if (found.kind === "elsewhere") return emptyAnswer(302, { ...kept, location: found.address });
  const headers = { ...guarded, etag: found.tag };
  if (matchesTag(input.header("if-none-match"), found.tag)) return emptyAnswer(304, headers);
  return {
    kind: "value",
    status: 200,
    headers: { ...headers, "content-type": "image/svg+xml" },
    body: found.body,
  };
}
