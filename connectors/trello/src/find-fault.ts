import {
  accountInvalid,
  type HttpAnswer,
  inputInvalid,
  memberAt,
  rateLimited,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds in which Trello counts requests, when its answer does not say. */
const interval = 10;

/**
 * Finds what Trello says in ways of its own: most refusals are a few words of plain text, limits are JSON.
 *
 * @param answer - An answer of the API
 * @returns The error to throw, or `undefined` when the usual rules hold
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/status-codes/
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/rate-limits/
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body, text = "" } = answer;
  if (status === 429) return limitOf(answer);
  if (status === 401) return refusalOf(text);
  if (status === 400 && /invalid id/i.test(text)) {
    return inputInvalid("Read from Trello: found no board of that id, choose the board again", {
      field: "board",
    });
  }
  if (status === 403 && String(memberAt(body, "error")).startsWith("API_TOO_MANY_")) {
    return upstreamInvalid("Read from Trello: it does not give so much at once, choose less");
  }
  if (status === 449) {
    return upstreamUnavailable(
      "Read from Trello: it could not put the whole answer together, try again later",
    );
  }
  return undefined;
}

function refusalOf(text: string): Error | undefined {
  if (/invalid key/i.test(text)) {
    return accountInvalid(
      "Sign in to Trello: it does not know the API key, copy it again from your Power-Up",
      {
        field: "key",
      },
    );
  }
  if (/(?:invalid|expired) token|invalid app token/i.test(text)) {
    return accountInvalid(
      "Sign in to Trello: it does not take the token, which was revoked, has expired or belongs to another key; make a new one",
      { field: "token" },
    );
  }
  if (/permission/i.test(text)) {
    return accountInvalid(
      "Read from Trello: this account may not see that, choose another board or ask to be invited to it",
    );
  }
  return undefined;
}

/** Trello names no time to wait, but says in which time it counts. */
function limitOf({ headers, body }: HttpAnswer): Error {
  const isKey = String(memberAt(body, "error")).startsWith("API_KEY");
  const whose = isKey ? "API key, which everybody shares who uses it," : "token";
  const name = isKey ? "x-rate-limit-api-key-interval-ms" : "x-rate-limit-api-token-interval-ms";
  const milliseconds = Number(headers[name] ?? Number.NaN);
  const retryAfter = milliseconds > 0 ? Math.ceil(milliseconds / 1000) : interval;
  return rateLimited(`Read from Trello: the limit of requests of this ${whose} is reached, try again later`, {
    retryAfter,
  });
}
