import type { Exchange } from "../exchange/exchange.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { declaredBy } from "../target/application.js";
import {
  accountIn,
  callbackOf,
  expectOAuthKind,
  generationOf,
  providerOf,
  redirectOf,
  whileProvider,
} from "../target/oauth-target.js";
import {
  expiringAccount,
  finishOAuth2,
  readyOAuth2,
  startAnyOAuth2,
  validateOAuth2,
} from "../target/oauth2-flow.js";
import { expectGivenExpiry } from "./given-expiry.js";

/** Texts that programs produce for a missing value. */
const placeholder = /^(?:undefined|null|none|nan|\[object object\])$/i;

/** Requirements on the setup of accounts, on any of the paths that a connector may serve for it. */
export const setupRequirements = [
  ...defineRequirements({ area: "accounts", section: "GET /, authentication" }, [
    {
      id: "accounts.oauth-ids",
      level: "MUST",
      covers: ["kinds.ids"],
      sentence: "An OAuth kind has the id oauth (version 1) or oauth2 (version 2)",
      reason: "The platform does not know that the account is set up by OAuth, and nobody can sign in",
      fix: 'Call the kind "oauth" or "oauth2"',
      check: async (context) => {
        const { kinds } = await declaredBy(context);
        const odd = kinds.find(({ id, fields, raw }) => {
          const isOAuth =
            /^o-?auth/i.test(id) ||
            fields.some(({ type }) => type === "oauth") ||
            String(raw["type"]).startsWith("oauth");
          return isOAuth && id !== "oauth" && id !== "oauth2";
        });
        if (odd !== undefined) unmet(`An OAuth kind has the id "${odd.id}"`);
      },
    },
  ]),
  ...defineRequirements({ area: "oauth2", section: "OAuth 2" }, [
    {
      id: "oauth2.served",
      level: "MUST",
      covers: ["oauth2.start", "oauth2.start-v2"],
      sentence: "A connector that declares the kind oauth2 starts its setup with an absolute redirect_uri",
      reason: "Nobody can connect an account",
      fix: 'Return {"redirect_uri": "https://…"} with the authorization address of the third party',
      check: async (context) => {
        const start = await startAnyOAuth2(context);
        if (start.status >= 300) unmet(`The start of OAuth 2 returned ${start.status}`, { witness: start });
        if (redirectOf(start) === undefined)
          unmet(
            `The start of OAuth 2 returned ${start.text.slice(0, 80)}, expected an absolute redirect_uri`,
            {
              witness: start,
            },
          );
      },
    },
    {
      id: "oauth2.filled-in",
      level: "MUST",
      covers: ["oauth2.start"],
      sentence: "redirect_uri has a value wherever it needs one",
      reason: "The third party shows an error page about a client called undefined",
      fix: "Check at the start of the program that client id and addresses are set",
      check: async (context) => {
        const { url, start } = await redirectAny(context);
        const odd = [...url.searchParams].find(([, value]) => placeholder.test(value.trim()));
        if (odd !== undefined) unmet(`redirect_uri says ${odd[0]}=${odd[1]}`, { witness: start });
        const parts = [url.hostname, ...url.pathname.split("/")];
        const part = parts.find((one) => placeholder.test(one));
        if (part !== undefined) unmet(`redirect_uri has "${part}" in its address`, { witness: start });
        if (url.searchParams.get("client_id") === "")
          unmet("redirect_uri has an empty client_id", { witness: start });
      },
    },
    {
      id: "oauth2.way-back",
      level: "MUST",
      covers: ["oauth2.start"],
      sentence: "redirect_uri names the callback address it was given",
      reason: "The third party sends the person elsewhere, and the setup never ends",
      fix: "Pass callback_uri on, encoded once",
      check: async (context) => {
        const { url, start } = await redirectAny(context);
        const all = [...url.searchParams.values()];
        const back = url.searchParams.get("redirect_uri");
        const isNamed = back === null ? all.includes(callbackOf(context)) : back === callbackOf(context);
        if (!isNamed) unmet(`redirect_uri leads back to ${JSON.stringify(back)}`, { witness: start });
      },
    },
    {
      id: "oauth2.state-kept",
      level: "MUST",
      covers: ["oauth.state-kept"],
      sentence: "redirect_uri has the state of POST /oauth2/v1/authorize",
      reason: "The platform does not find the person's session again",
      fix: "Pass state on, encoded once",
      check: async (context) => {
        await expectOAuthKind(context, "oauth2");
        const body = { callback_uri: callbackOf(context), state: "c0ffee42==" };
        const start = await context.post("/oauth2/v1/authorize", body);
        const url = redirectOf(start);
        if (url === undefined) notApplicable("POST /oauth2/v1/authorize", `It returns ${start.status}`);
        if (url.searchParams.get("state") !== body.state)
          unmet(`The state is ${JSON.stringify(url.searchParams.get("state"))}, expected "${body.state}"`, {
            witness: start,
          });
      },
    },
    {
      id: "oauth2.expires-on",
      level: "MUST",
      covers: ["oauth2.finish-v2", "alias.expiry"],
      sentence:
        "expires_on is a timestamp in ISO 8601, in UTC, with milliseconds: the time at which the token expires",
      reason: "The platform takes the account for expired, or never refreshes it",
      fix: 'Write e.g. "2026-01-01T09:53:41.000Z"',
      check: async (context) => {
        await expectGivenExpiry(context);
        const finish = await finishOAuth2(context);
        const { expires_on: expiry } = accountIn(context, finish);
        if (expiry === undefined || expiry === null) notApplicable("expires_on", "The account has none");
        const isRight = typeof expiry === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(expiry);
        if (!isRight) unmet(`expires_on is ${JSON.stringify(expiry)}`, { witness: finish });
        // The suite's tokens live for an hour; ten minutes allow for clock differences and a safety margin of the
        // connector.
        const lifeMs = Date.parse(expiry) - Date.now();
        if (Math.abs(lifeMs - 3_600_000) > 600_000)
          unmet(`expires_on is "${expiry}", though the token lives for an hour`, { witness: finish });
      },
    },
    {
      id: "oauth2.refresh-given",
      level: "MUST",
      covers: ["oauth2.finish", "oauth2.finish-v2"],
      sentence: "The refresh token that the third party returns is a part of the account",
      reason: "The account stops working when the first access token expires",
      fix: 'Return "refresh_token"',
      check: async (context) => {
        const finish = await finishOAuth2(context);
        const account = accountIn(context, finish);
        const isKept = Object.entries(account).some(([name, value]) => /refresh/i.test(name) && value);
        if (!isKept)
          unmet("The account has no refresh token, though the third party returned one", { witness: finish });
      },
    },
    {
      id: "oauth2.code-refused",
      level: "MUST",
      covers: ["oauth.refused-401"],
      sentence: "A code that the third party refuses does not lead to an account",
      reason: "People save an account that does not work",
      fix: "Check the response of the token endpoint and return 401",
      check: async (context) => {
        const { path, body } = await readyOAuth2(context, generationOf(context), 8);
        const answer = await context.post(path, { ...body, code: "no-such-code" });
        if (answer.status < 300)
          unmet(`A code that the third party refuses got status ${answer.status}`, { witness: answer });
      },
    },
    {
      id: "oauth2.tries-account",
      level: "MUST",
      covers: ["oauth.validated"],
      sentence: "The account is validated before it is returned: a token that does not work is an error",
      reason: "People save an account that does not work",
      fix: "Ask the third party who the token belongs to, and fail when it refuses",
      check: async (context) => {
        await finishOAuth2(context);
        const { path, body } = await readyOAuth2(context, generationOf(context), 9);
        const answer = await whileProvider(context, ["dead-token"], () => context.post(path, body));
        if (answer.status < 300)
          unmet(`A token that does not work got status ${answer.status} as an account`, {
            witness: answer,
          });
      },
    },
    {
      id: "oauth2.tries-new-token",
      level: "MUST",
      covers: ["validate.refresh"],
      sentence: "The token of a refresh is tried before it is returned",
      reason: "The account looks valid, and every report of it fails",
      fix: "Ask the third party who the new token belongs to, and fail when it refuses",
      check: async (context) => {
        const account = await expiringAccount(context, 11);
        if (typeof account["refresh_token"] !== "string")
          notApplicable("refresh token", "The account has none");
        const answer = await whileProvider(context, ["dead-token"], () => validateOAuth2(context, account));
        if (answer.status < 300)
          unmet(`A new token that does not work got status ${answer.status}`, { witness: answer });
      },
    },
    {
      id: "oauth2.asks-third-party",
      level: "MUST",
      covers: ["validate.401"],
      sentence: "POST /validate asks the third party: a token that was withdrawn is refused",
      reason: "The account looks valid in the list, and every report of it fails",
      fix: "Ask the third party who the token belongs to, each time",
      check: expectAsked,
    },
  ]),
];

async function redirectAny(context: CheckContext): Promise<{ readonly url: URL; readonly start: Exchange }> {
  const start = await startAnyOAuth2(context);
  const url = redirectOf(start);
  return url === undefined
    ? notApplicable("redirect_uri", "The start of OAuth 2 returns none")
    : { url, start };
}

async function expectAsked(context: CheckContext): Promise<void> {
  const { path, body } = await readyOAuth2(context, generationOf(context), 10);
  const finish = await context.post(path, body);
  const account = accountIn(context, finish);
  const fields = { callback_uri: callbackOf(context), ...account, auth: "oauth2" };
  providerOf(context).revokeAll();
  const answer = await context.post("/validate", { id: "oauth2", fields }, { fresh: 940 });
  if (answer.status < 300 && typeof objectOf(finish)["access_token"] === "string")
    unmet(`POST /validate returned ${answer.status} for an account whose tokens were withdrawn`, {
      witness: answer,
    });
}
