import {
  accountInvalid,
  type HttpAnswer,
  inputInvalid,
  memberAt,
  rateLimited,
  retryAfterOf,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Seconds to wait if the response does not say how long. Google counts requests per minute. */
const limitSeconds = 60;

/** Errors of the token endpoint; errors of requests with an access token have other names. */
const grantErrors: ReadonlySet<string> = new Set([
  "access_denied",
  "admin_policy_enforced",
  "deleted_client",
  "disabled_client",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "org_internal",
  "unauthorized_client",
]);

/**
 * Recognises errors that Google reports in its own way: Sheets and Drive respond with 403 to a limit, a disabled API, a
 * missing scope and a file that is not shared. The fault table in the README lists the bodies it is tested with, and
 * the message for each.
 *
 * @param answer - A response of the API
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://developers.google.com/workspace/drive/api/guides/handle-errors
 * @see https://developers.google.com/workspace/sheets/api/limits
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body, text = "" } = answer;
  const grant = memberAt(body, "error");
  if (typeof grant === "string" && grantErrors.has(grant)) return refusedGrant(grant, body);
  const { reason, message } = detailsOf(body);
  if (status === 429 || (status === 403 && /limit|quota/i.test(reason))) {
    const retryAfter = Math.max(1, retryAfterOf(answer) ?? limitSeconds);
    return rateLimited(
      `Could not read from Google: its limit of requests is reached. Try again in ${retryAfter} s.`,
      { retryAfter },
    );
  }
  if (status === 403 && text.trimStart().startsWith("<")) {
    return upstreamUnavailable(
      "Could not read from Google: a web page came instead of the API's answer (403). A proxy or firewall refuses the request; ask its administrator.",
    );
  }
  if (status === 403) return forbidden(reason);
  if (status === 400 && /not supported for this document/i.test(message)) {
    return inputInvalid(
      'Could not read the spreadsheet: it is an Office file. Open it in Google Sheets, choose "Save as Google Sheets", and choose the copy.',
      { field: "spreadsheet" },
    );
  }
  if (status === 404) {
    return inputInvalid(
      "Could not read the spreadsheet: it was removed, or is not shared with this account. Choose another, or ask for access to it.",
      { field: "spreadsheet" },
    );
  }
  return undefined;
}

/**
 * Returns the error for a service account that the token endpoint refused.
 *
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#error-codes
 */
function refusedGrant(code: string, body: unknown): Error {
  const description = memberAt(body, "error_description");
  const reason = typeof description === "string" ? description : "";
  const prefix = "Could not sign in with the service account";
  if (code === "invalid_grant" && /reasonable timeframe|iat|exp\b/i.test(reason)) {
    return upstreamInvalid(
      `${prefix}: the clock of this service differs from Google's. Ask the operator to set it.`,
    );
  }
  if (code === "unauthorized_client" || code === "access_denied" || code === "admin_policy_enforced") {
    return accountInvalid(
      `${prefix}: it may not act for this person, or not with the access this needs (${code}). Ask the administrator of the domain to allow the scopes of this connector for its client id, or leave "Act for" empty.`,
    );
  }
  if (code === "invalid_grant" && /not a valid email|email/i.test(reason)) {
    return accountInvalid(
      `${prefix}: the person in "Act for" is not known to Google. Check the e-mail address, or leave it empty.`,
    );
  }
  return accountInvalid(
    `${prefix}: Google refused its key (${code}). Check that the account and the key exist and are enabled, or make a new key.`,
  );
}

/** Returns the error for a 403: a disabled API, a missing scope, or a file that is not shared with the account. */
function forbidden(reason: string): Error {
  if (/accessNotConfigured|SERVICE_DISABLED/i.test(reason)) {
    return upstreamInvalid(
      "Could not read from Google: the API is switched off in the project of this service. Ask the operator to enable the Google Sheets API and the Google Drive API there.",
    );
  }
  if (/SCOPE|insufficientPermissions|appNotAuthorized/i.test(reason)) {
    return accountInvalid(
      "Could not read from Google: the sign-in did not grant the access this needs. Connect the account again and tick every box.",
    );
  }
  return inputInvalid(
    "Could not read the spreadsheet: this account may not see it (403). Ask its owner to share it, or choose another.",
    { field: "spreadsheet" },
  );
}

/** Returns the reason and the message of an error. Sheets reports the reason in `details`, Drive in `errors`. */
function detailsOf(body: unknown): { readonly reason: string; readonly message: string } {
  const places = [
    "error.details.0.reason",
    "error.errors.0.reason",
    "error.details.1.reason",
    "error.status",
  ];
  const reason = places.map((place) => memberAt(body, place)).find((found) => typeof found === "string");
  const message = memberAt(body, "error.message");
  return { reason: reason ?? "", message: typeof message === "string" ? message : "" };
}
