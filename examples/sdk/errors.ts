import assert from "node:assert/strict";
import {
  accountExpired,
  accountInvalid,
  ConnectorError,
  graphqlFault,
  type Http,
  type HttpAnswer,
  type HttpDefinition,
  hasLimitWords,
  inputInvalid,
  isConnectorError,
  isMissing,
  isTooLarge,
  rateLimited,
  refusalReason,
  retryAfterOf,
  upstreamInvalid,
  upstreamMissing,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";

/** Checks the examples of the errors. */
export async function checkErrors(): Promise<void> {
  assert.equal(caught(() => requireKey("")).code, "account_invalid");
  assert.equal(caught(() => requireGrant(true)).code, "account_expired");
  assert.equal(caught(() => checkProject("a b")).field, "project");
  assert.equal(caught(() => checkStatus(500)).code, "upstream_unavailable");
  assert.equal(caught(() => checkStatus(504)).code, "upstream_timeout");
  assert.equal(caught(() => checkRows({})).code, "upstream_invalid");
  assert.equal(caught(() => checkQuota(0)).retryAfter, 60);
  const body = { data: null, errors: [{ message: "no such field" }] };
  assert.match(String(graphqlApi.fault?.({ status: 200, headers: {}, body })), /no such field/);
  assert.equal(sizeOfPage(new Error("other"), 100), 100);
  const missing = missingOf({ status: 404, headers: {}, body: {} });
  assert.equal(missing?.field, "project");
  const json = () => Promise.reject(missing ?? new Error("no error"));
  // The example calls only this member of the client.
  assert.deepEqual(await commentsOf({ get: () => ({ json }) } as unknown as Http, "1"), []);
  assert.equal(statusOf(accountInvalid("Could not sign in.")), 401);

  const refused: HttpAnswer = {
    status: 403,
    headers: { "retry-after": "30" },
    body: { message: "API rate limit exceeded" },
  };
  assert.equal(faultOf(refused)?.message, "The limit of Tracker is reached. Try again in 30 seconds.");
  const invalid: HttpAnswer = {
    status: 422,
    headers: {},
    body: { errors: [{ field: "since", message: "is not a date" }] },
  };
  assert.equal(faultOf(invalid)?.message, 'Tracker refused the filter: "since": is not a date.');
}

function caught(work: () => void): ConnectorError {
  try {
    work();
  } catch (error) {
    if (isConnectorError(error)) return error;
  }
  throw new Error("Nothing was thrown");
}

function requireKey(key: string): void {
  // #region account-invalid
  if (key === "")
    throw accountInvalid("Could not sign in to Tracker: the key is empty. Paste the whole key.");
  // #endregion account-invalid
}

function requireGrant(isRevoked: boolean): void {
  // #region account-expired
  if (isRevoked) throw accountExpired("The access to Tracker was revoked. Connect the account again.");
  // #endregion account-expired
}

function checkProject(project: string): void {
  // #region input-invalid
  if (!/^[\w-]+$/.test(project)) {
    throw inputInvalid(`Expected the key of a project such as WELL, got "${project}".`, { field: "project" });
  }
  // #endregion input-invalid
}

function checkStatus(status: number): void {
  // #region upstream-timeout
  if (status === 504) throw upstreamTimeout("Tracker did not finish the report in time. Narrow the filter.");
  // #endregion upstream-timeout
  // #region upstream-unavailable
  if (status >= 500) throw upstreamUnavailable("Tracker is down. Try again later.", { retryAfter: 30 });
  // #endregion upstream-unavailable
}

function checkRows(body: { readonly rows?: readonly unknown[] }): void {
  // #region upstream-invalid
  if (body.rows === undefined) throw upstreamInvalid("Could not read the report: Tracker sent no rows.");
  // #endregion upstream-invalid
}

function checkQuota(remaining: number): void {
  // #region rate-limited
  if (remaining === 0) throw rateLimited("The limit of Tracker is reached.", { retryAfter: 60 });
  // #endregion rate-limited
}

// #region is-too-large
// Half of the page is requested when the response was too large.
function sizeOfPage(error: unknown, size: number): number {
  return isTooLarge(error) ? Math.ceil(size / 2) : size;
}
// #endregion is-too-large

// #region upstream-missing
function missingOf(answer: HttpAnswer): ConnectorError | undefined {
  if (answer.status !== 404) return undefined;
  return upstreamMissing("Could not find the project. Choose another.", { field: "project" });
}
// #endregion upstream-missing

// #region is-missing
// A task that was deleted in the meantime has no comments.
async function commentsOf(http: Http, task: string): Promise<unknown> {
  try {
    return await http.get(`tasks/${task}/comments`).json();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
// #endregion is-missing

// #region is-connector-error
function statusOf(error: unknown): number {
  return isConnectorError(error) ? error.status : 500;
}
// #endregion is-connector-error

// #region graphql-fault
const graphqlApi: HttpDefinition = { baseUrl: "https://api.tracker.example", fault: graphqlFault };
// #endregion graphql-fault

// #region fault
function faultOf(answer: HttpAnswer): ConnectorError | undefined {
  if (answer.status === 403 && hasLimitWords(answer)) {
    const retryAfter = retryAfterOf(answer) ?? 60;
    return rateLimited(`The limit of Tracker is reached. Try again in ${retryAfter} seconds.`, {
      retryAfter,
    });
  }
  if (answer.status !== 422) return undefined;
  const reason = refusalReason(answer) ?? "it gave no reason";
  return new ConnectorError("invalid_field", `Tracker refused the filter: ${reason}.`);
}
// #endregion fault
