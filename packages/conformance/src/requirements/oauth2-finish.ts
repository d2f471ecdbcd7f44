import { expectHeader } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountIn, callbackOf, expectOAuthKind, generationOf, providerOf } from "../target/oauth-target.js";
import { finishOAuth2, readyOAuth2 } from "../target/oauth2-flow.js";
import { expectText } from "./member-checks.js";
import { finishWhile, oauthSteps } from "./oauth-steps.js";
import { oauth2 } from "./oauth2-version.js";
import { expectExpiry } from "./validate.js";

const tokenNames = /secret|token|^code$|verifier/i;

/** Requirements on the second step of OAuth 2, checked with the suite's own provider. */
export const oauth2FinishRequirements = defineRequirements({ area: "oauth2", section: "OAuth 2" }, [
  oauthSteps.finish(oauth2, "Exchange the code and return the tokens"),
  oauthSteps.exchange(oauth2),
  {
    id: "oauth2.account",
    level: "MUST",
    covers: ["oauth2.finish", "oauth2.finish-v2"],
    sentence: "The account holds an access token",
    reason: "Everything later is done with it",
    fix: 'Return "access_token", and "refresh_token" when the provider returned one',
    check: async (context) => expectText(accountIn(context, await finishOAuth2(context)), "access_token"),
  },
  oauthSteps.accountName(oauth2),
  {
    id: "oauth2.account-expiry",
    level: "MUST",
    covers: ["oauth2.finish", "alias.expiry"],
    sentence: "expires_on and expire_on have the expiry, in UTC with milliseconds",
    reason: "Each generation reads only one of the two names, and one form",
    fix: 'Emit both, e.g. "2026-01-01T09:53:41.000Z"',
    check: async (context) => expectExpiry(accountIn(context, await finishOAuth2(context))),
  },
  oauthSteps.accountWorks(oauth2),
  {
    id: "oauth2.further-members",
    level: "MUST",
    covers: ["oauth2.further-members", "general.unknown-ignored"],
    sentence: "Further members of the last request are ignored or kept, not refused",
    reason: "Real platforms send their own marks and all of the redirect's query",
    fix: "Read the members you know",
    check: async (context) => {
      const { path, body } = await readyOAuth2(context, "v2", 3);
      const fields = {
        callback_uri: callbackOf(context),
        _id: "5f1",
        app: "a",
        owner: "o",
        state: "s",
        expireOn: null,
      };
      expectStatus(await context.post(path, { ...body, fields, realmId: "9", scope: "read" }), 200);
    },
  },
  {
    id: "oauth2.replayed",
    level: "MUST",
    covers: ["oauth.refused-401"],
    sentence: "The connector returns 401 for a code that was used before",
    reason: "A replay is an attack or a mistake; neither may return an account",
    fix: "Pass the provider's refusal on as 401",
    check: async (context) => {
      const first = await finishOAuth2(context);
      accountIn(context, first);
      const { request } = first;
      expectStatus(await context.send(request, 1), 401);
    },
  },
  {
    id: "oauth2.refused",
    level: "MUST",
    covers: ["oauth.refused-401"],
    sentence: "The connector returns 401 for a code that the provider does not know",
    reason: "401 is how the platform knows to start over",
    fix: "Pass the provider's refusal on as 401",
    check: async (context) => {
      const { path, body } = await readyOAuth2(context, generationOf(context), 4);
      expectStatus(await context.post(path, { ...body, code: "no-such-code" }), 401);
    },
  },
  oauthSteps.providerDown(oauth2),
  {
    id: "oauth2.retry-after",
    level: "MUST",
    covers: ["errors.503", "errors.429"],
    sentence: "When the provider fails, the response says in Retry-After when to try again",
    reason: "Without it callers try again at once, all together",
    fix: "Add Retry-After with seconds",
    check: async (context) =>
      expectHeader(await finishWhile(context, oauth2, ["server-error", 5]), "retry-after", /^\d+$/),
  },
  {
    id: "oauth2.provider-html",
    level: "MUST",
    covers: ["errors.502"],
    sentence: "The connector returns 502 when the provider returns a web page with 200",
    reason: "A page is not a token, and an account made of it never works",
    fix: "Check what the token endpoint returned",
    check: async (context) => expectStatus(await finishWhile(context, oauth2, ["html", 6]), 502),
  },
  {
    id: "oauth2.provider-empty",
    level: "MUST",
    covers: ["errors.502"],
    sentence: "The connector returns 502 when the provider returns 200 without an access token",
    reason: "An account without token never works",
    fix: "Check what the token endpoint returned",
    check: async (context) => expectStatus(await finishWhile(context, oauth2, ["no-access-token", 7]), 502),
  },
  {
    id: "oauth2.url-secret",
    level: "MUST",
    covers: ["oauth.no-secret-url"],
    sentence: "No request of the connector to the provider carries a secret in its address",
    reason: "Every log in between keeps addresses",
    fix: "Send secrets in the body or in a header",
    check: async (context) => {
      await expectOAuthKind(context, "oauth2");
      objectOf(await finishOAuth2(context));
      for (const { path, query } of providerOf(context).seen.slice(context.run.seenBefore)) {
        const found = [...query.keys()].find((name) => tokenNames.test(name) && !name.startsWith("oauth_"));
        if (found !== undefined) unmet(`The provider was asked for ${path} with "${found}" in the address`);
      }
    },
  },
]);
