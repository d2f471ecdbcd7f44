import { type Answer, emptyAnswer, matchesTag } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";

/** The logo is the only response that may be cached: it is the same for every caller and contains no private data. */
const kept = { "cache-control": "public, max-age=3600" };

/** Headers that stop a browser from running scripts in a logo that is opened directly. */
const guarded = {
  ...kept,
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * Handles GET /logo: returns the logo of the connector.
 *
 * @param tag - `If-None-Match` of the request
 * @param scope - The request
 * @returns SVG; 204 when there is none, 302 when it is at another address, 304 when the caller already has it
 * @see The connector contract, GET /logo
 */
export async function logo(tag: string | undefined, scope: RequestScope): Promise<Answer> {
  const found = await scope.served.logo();
  if (found.kind === "none") return emptyAnswer(204, kept);
  if (found.kind === "elsewhere") return emptyAnswer(302, { ...kept, location: found.address });
  const headers = { ...guarded, etag: found.tag };
  if (matchesTag(tag, found.tag)) return emptyAnswer(304, headers);
  return {
    kind: "value",
    status: 200,
    headers: { ...headers, "content-type": "image/svg+xml" },
    body: found.body,
  };
}
