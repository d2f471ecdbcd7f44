import {
  accountInvalid,
  type HttpAnswer,
  hasLimitWords,
  inputInvalid,
  memberAt,
  rateLimited,
  retryAfterOf,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds over which Trello counts requests, if the response does not say. */
const interval = 10;
/** Seconds over which Trello counts requests for members. */
const memberInterval = 900;

/**
 * Recognises errors that Trello reports in its own way: most rejections are a few words of plain text, limits are JSON.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/status-codes/
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/rate-limits/
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body, text = "" } = answer;
  const error = String(memberAt(body, "error"));
  // Trello limits the size of a response, and reports this with various statuses.
  if (status >= 400 && (error.startsWith("API_TOO_MANY_") || /^Too many .*requested/i.test(text))) {
    return upstreamInvalid(
      "Could not read from Trello: the request is too large for it. Narrow the filter.",
      {
        final: true,
      },
    );
  }
  if (status === 429) return limitOf(answer);
  if (status === 401) return refusalOf(text);
  if (status === 400 && /invalid id/i.test(text)) {
    return inputInvalid("Could not read from Trello: it has no board of that id. Choose the board again.", {
      field: "board",
    });
  }
  if (status === 403) return forbidden(answer);
  if (status === 449) {
    return upstreamUnavailable(
      "Could not read from Trello: it could not assemble the whole response (449). Try again later.",
    );
  }
  return undefined;
}

function refusalOf(text: string): Error | undefined {
  if (/invalid key/i.test(text)) {
    return accountInvalid(
      "Could not sign in to Trello: it does not know the API key. Copy it again from your Power-Up.",
      {
        field: "key",
      },
    );
  }
  if (/(?:invalid|expired) token|invalid app token/i.test(text)) {
    return accountInvalid(
      "Could not sign in to Trello: the token was revoked, has expired or belongs to another key. Make a new one.",
      { field: "token" },
    );
  }
  if (/permission/i.test(text)) {
    return inputInvalid(
      "Could not read from Trello: this account may not see that. Choose another board, or ask to be invited to it.",
      { field: "board" },
    );
  }
  return undefined;
}

/** Returns the error for a 403, which is a limit or the web page of a proxy. Neither says anything about the account. */
function forbidden(answer: HttpAnswer): Error | undefined {
  if (hasLimitWords(answer)) return limitOf(answer);
  if (!(answer.text ?? "").trimStart().startsWith("<")) {
    return inputInvalid(
      "Could not read from Trello: it refuses to return that to this account (403). Choose another board.",
      { field: "board" },
    );
  }
  return upstreamUnavailable(
    "Could not read from Trello: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
  );
}

/** Returns the error for a rate limit. If Trello does not say how long to wait, it says over which interval it counts. */
function limitOf(answer: HttpAnswer): Error {
  const { headers, body } = answer;
  const stated = retryAfterOf(answer);
  if (/\/members?\b/.test(String(memberAt(body, "message")))) {
    const retryAfter = stated ?? memberInterval;
    return rateLimited(
      `Could not read from Trello: the limit of requests for people is reached, 100 in 15 minutes. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }
  const isKey = String(memberAt(body, "error")).startsWith("API_KEY");
  const whose = isKey ? "API key, which all its users share," : "token";
  const name = isKey ? "x-rate-limit-api-key-interval-ms" : "x-rate-limit-api-token-interval-ms";
  const milliseconds = Number(headers[name] ?? Number.NaN);
  const retryAfter = stated ?? (milliseconds > 0 ? Math.ceil(milliseconds / 1000) : interval);
  return rateLimited(
    `Could not read from Trello: the limit of requests of this ${whose} is reached. Try again in ${retryAfter} s.`,
    { retryAfter },
  );
}
