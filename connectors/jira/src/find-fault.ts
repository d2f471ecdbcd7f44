import {
  accountInvalid,
  type HttpAnswer,
  inputInvalid,
  memberAt,
  rateLimited,
  refusalReason,
  retryAfterOf,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds to wait after a limit if the response does not say how long. */
const limitSeconds = 10;

/**
 * Recognises errors that Jira reports in its own way. The fault table in the README lists the bodies it is tested with,
 * and the message for each.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, headers, text = "" } = answer;
  if (headers["x-seraph-loginreason"]?.includes("AUTHENTICATION_DENIED") === true) {
    return accountInvalid(
      "Could not sign in to Jira: it asks for a CAPTCHA after too many failed attempts. Sign in with a browser once, then try again.",
    );
  }
  if (status === 401) {
    return accountInvalid(
      "Could not sign in to Jira: the email address or the API token is wrong, or the token has expired. Make a new one at id.atlassian.com.",
      { field: "token" },
    );
  }
  if (status === 429) {
    const retryAfter = retryAfterOf(answer) ?? limitSeconds;
    const sentence = `Could not read from Jira: its limit of requests is reached. Try again in ${retryAfter} s.`;
    return rateLimited(sentence, { retryAfter });
  }
  if (status === 404 && isPage(text)) {
    return inputInvalid("Could not find Jira at this address. Check the address of your Jira.", {
      field: "site",
    });
  }
  if (status === 403 && isPage(text)) {
    return upstreamUnavailable(
      "Could not read from Jira: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
    );
  }
  return status === 400 ? refusedQuery(answer) : undefined;
}

function isPage(text: string): boolean {
  return text.trimStart().startsWith("<");
}

/** Returns the error for a query that Jira cannot parse, or that refers to something the user may not see. */
function refusedQuery(answer: HttpAnswer): Error | undefined {
  if (!Array.isArray(memberAt(answer.body, "errorMessages"))) return undefined;
  const [first] = memberAt(answer.body, "errorMessages") as readonly unknown[]; // an array, as checked above
  if (typeof first === "string" && /page ?token/i.test(first)) {
    return upstreamUnavailable(
      "Could not read all issues: Jira no longer knows the position in the list. Read it again.",
    );
  }
  const reason = refusalReason({ body: { message: first } }) ?? refusalReason(answer);
  const detail = reason === undefined ? "" : ` (${reason})`;
  return inputInvalid(`Could not read from Jira: it refused the query${detail}. Change the filter.`, {
    field: "jql",
  });
}
