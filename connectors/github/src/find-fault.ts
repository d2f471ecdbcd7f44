import {
  accountInvalid,
  type HttpAnswer,
  hasLimitWords,
  memberAt,
  rateLimited,
  retryAfterOf,
  upstreamMissing,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { repositoryClosed } from "./filters/repository-closed.js";
import { repositoryEmpty } from "./filters/repository-empty.js";

/** Seconds to wait for a limit without a stated wait time. */
const limitSeconds = 60;

/**
 * Recognises errors that GitHub reports in its own way. The fault table in the README lists the bodies it is tested
 * with, and the message for each.
 *
 * @param answer - A response of the API
 * @param site - URL of the web site
 * @returns The error to throw, or `undefined` when the general rules apply
 * @see https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export function findFault(answer: HttpAnswer, site: string): Error | undefined {
  const { status } = answer;
  if (status === 403 || status === 429) return refusalOf(answer, site);
  if (status === 202) {
    return upstreamUnavailable(
      "Could not read statistics: GitHub is still computing them. Try again in a minute.",
      {
        retryAfter: 3,
      },
    );
  }
  return emptiness.get(status)?.();
}

/** Errors for statuses that are about the chosen repository. */
const emptiness: ReadonlyMap<number, () => Error> = new Map([
  [204, repositoryEmpty],
  [409, repositoryEmpty],
  [410, () => repositoryClosed("Could not read issues: they are switched off in this repository.")],
  [
    404,
    () =>
      upstreamMissing(
        "Could not read from GitHub: nothing exists at the address (404). It may have been renamed or removed, or your token does not have access to the repository.",
        { field: "repository" },
      ),
  ],
  [
    451,
    () =>
      repositoryClosed(
        "Could not read the repository: GitHub blocks it for legal reasons (451). Choose another.",
      ),
  ],
]);

/**
 * Returns the error for a 403 or 429, which can mean a limit, single sign-on, a missing permission, or a proxy in
 * between.
 */
function refusalOf(answer: HttpAnswer, site: string): Error {
  const { headers, status, text = "" } = answer;
  const isUsedUp = headers["x-ratelimit-remaining"]?.trim() === "0";
  if (status === 429 || isUsedUp || retryAfterOf(answer) !== undefined || hasLimitWords(answer)) {
    return limitOf(answer, isUsedUp);
  }
  if (text.trimStart().startsWith("<")) {
    return upstreamUnavailable(
      `Could not read from GitHub: a web page came instead of the API's answer (${status}). A proxy or firewall refuses the request; ask its administrator.`,
    );
  }
  const sso = headers["x-github-sso"];
  if (sso !== undefined) return signOnFault(sso, site);
  const message = String(memberAt(answer.body, "message"));
  if (/repository access blocked/i.test(message) || memberAt(answer.body, "block") !== undefined) {
    return repositoryClosed("Could not read the repository: GitHub blocks it (403). Choose another.");
  }
  if (/IP allow list/i.test(message)) {
    return upstreamUnavailable(
      "Could not read from GitHub: the organisation allows listed addresses only, and this service's address is not among them. Ask the organisation's owner to add it.",
    );
  }
  const needed = headers["x-accepted-github-permissions"];
  const permissions = needed !== undefined && /^[\w=,; ]{1,200}$/.test(needed) ? ` (${needed})` : "";
  return accountInvalid(
    `Could not read from GitHub: your token lacks the permission for it${permissions}. Give the token that permission, or use another account.`,
  );
}

/**
 * Returns the error for a rate limit. The headers contain the time to wait, but may lack it for a secondary limit; the
 * time is then a minute.
 */
function limitOf(answer: HttpAnswer, isUsedUp: boolean): Error {
  const retryAfter = Math.max(1, retryAfterOf(answer) ?? limitSeconds);
  const limit = isUsedUp
    ? "the requests of this hour are used up"
    : "it asks to slow down (a secondary rate limit)";
  return rateLimited(`Could not read from GitHub: ${limit}. Try again in ${retryAfter} s.`, { retryAfter });
}

/** Returns the error for missing single sign-on. The header contains the URL at which the user authorises the token. */
function signOnFault(header: string, site: string): Error {
  const address = /url=(\S+)/.exec(header)?.[1] ?? "";
  const isOnSite = URL.canParse(address) && new URL(address).origin === new URL(site).origin;
  const where = isOnSite ? address : `${site}/settings/tokens`;
  return accountInvalid(
    `Could not read from GitHub: the organisation demands single sign-on, and your token is not authorised for it. Authorise it at ${where}, then try again.`,
  );
}
