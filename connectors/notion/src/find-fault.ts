import {
  accountInvalid,
  type HttpAnswer,
  memberAt,
  rateLimited,
  retryAfterOf,
  upstreamMissing,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds to wait after a limit if the response does not say how long. */
const limitSeconds = 5;

/**
 * Recognises errors that Notion reports in its own way. The fault table in the README lists the bodies it is tested
 * with, and the message for each.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://developers.notion.com/reference/status-codes
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body } = answer;
  if (status < 400) return undefined;
  switch (memberAt(body, "code")) {
    case "unauthorized":
      return accountInvalid(
        "Could not sign in to Notion: the secret is wrong, or the integration was removed. Copy it again from the integration.",
        { field: "token" },
      );
    case "restricted_resource":
      return accountInvalid(
        "Could not read from Notion: the integration lacks a capability. Give it the capability to read content and users.",
      );
    case "object_not_found":
      return upstreamMissing(
        "Could not read from Notion: what the filter names was removed or is not shared with the integration. Open it in Notion, add the integration under Connections, or choose something else.",
        { field: "source" },
      );
    case "rate_limited": {
      const retryAfter = retryAfterOf(answer) ?? limitSeconds;
      const sentence = `Could not read from Notion: its limit of requests is reached. Try again in ${retryAfter} s.`;
      return rateLimited(sentence, { retryAfter });
    }
    case "validation_error":
      return /start_cursor/.test(String(memberAt(body, "message")))
        ? upstreamUnavailable(
            "Could not read the whole list: Notion no longer knows the position in it. Read it again.",
          )
        : undefined;
    case "conflict_error":
    case "database_connection_unavailable":
      return upstreamUnavailable(
        `Could not read from Notion: it is busy with the same data (${status}). Try again later.`,
      );
    default:
      return status === 403 ? forbidden(answer) : undefined;
  }
}

function forbidden({ text = "" }: HttpAnswer): Error | undefined {
  if (!text.trimStart().startsWith("<")) return undefined;
  return upstreamUnavailable(
    "Could not read from Notion: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
  );
}
