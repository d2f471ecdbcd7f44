import { type OutgoingRequest, upstreamInvalid } from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";
import type { CallPlan } from "./call-plan.js";
import { type Reply, type SendRequestOptions, sendRequest } from "./send-request.js";

/** Options of {@link followRedirects}. */
export interface FollowRedirectsOptions extends SendRequestOptions {
  /** Maximum number of redirects. */
  readonly maxRedirects: number;
  /** Adds headers and credentials when the origin may receive them. */
  readonly sign: (request: OutgoingRequest) => Promise<void>;
}

const redirecting = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects. After a redirect to another origin only the method is kept: no credentials,
 * headers or body are sent except the headers of a file, and nothing is signed, even if a later redirect returns
 * to the first origin.
 *
 * @param plan - The request
 * @param options - Maximum redirects, signing, connections and limits
 * @returns The final response
 * @throws ConnectorError `upstream_invalid` when a redirect is not allowed or there are too many
 */
export async function followRedirects(plan: CallPlan, options: FollowRedirectsOptions): Promise<Reply> {
  let { url } = plan;
  let atHome = true;
  for (let hop = 0; ; hop += 1) {
    const request: OutgoingRequest = {
      method: plan.method,
      url: new URL(url),
      headers: { ...(atHome && plan.headers), ...plan.fileHeaders },
      body: atHome ? plan.body : undefined,
    };
    if (atHome) await options.sign(request);
    const reply = await sendRequest(request, options);
    const location = reply.headers["location"];
    if (options.maxRedirects === 0 || !redirecting.has(reply.status) || location === undefined) return reply;
    reply.drop();
    if (hop >= options.maxRedirects) throw redirectFault(url, `more than ${options.maxRedirects} redirects`);
    const next = nextUrl(url, location);
    atHome = atHome && next.origin === url.origin;
    url = next;
  }
}

function nextUrl(from: URL, location: string): URL {
  const url = parseUrl(location, from);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw redirectFault(from, "a redirect that does not lead to a web address");
  if (url.username !== "" || url.password !== "")
    throw redirectFault(from, "a redirect with a user name in it");
  if (from.protocol === "https:" && url.protocol === "http:") {
    throw redirectFault(from, "a redirect from https to http");
  }
  return url;
}

function redirectFault(url: URL, found: string): Error {
  return upstreamInvalid(
    `Could not read from "${url.hostname}": expected a response, got ${found}. Check the address.`,
  );
}
