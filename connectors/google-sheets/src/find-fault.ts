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

/** Seconds in which Google counts requests, when its answer does not say how long to wait. */
const limitSeconds = 60;

/**
 * Finds what Google says in ways of its own: Sheets and Drive answer a limit, an API that is switched off, a scope that
 * was not granted and a file that is not shared all with 403. The bodies it is tried with, and what a person reads for
 * each, are the fault table of the README.
 *
 * @param answer - An answer of the API
 * @returns The error to throw, or `undefined` when the usual rules hold
 * @see https://developers.google.com/workspace/drive/api/guides/handle-errors
 * @see https://developers.google.com/workspace/sheets/api/limits
 */
export function findFault(answer: HttpAnswer): Error | undefined {
  const { status, body, text = "" } = answer;
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

/** Only the last of the three is the account's. */
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

/** Sheets names the reason in `details`, Drive in `errors`. */
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
