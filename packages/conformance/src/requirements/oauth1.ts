import { expectHeader } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { unmet } from "../expect/finding.js";
import { type JsonObject, objectOf } from "../expect/json-of.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountIn, callbackOf, generationOf, providerOf, redirectOf } from "../target/oauth-target.js";
import {
  finishOAuth1,
  finishOAuth1Long,
  finishOAuth1Short,
  readyOAuth1,
  startOAuth1,
} from "../target/oauth1-flow.js";
import { expectText } from "./member-checks.js";
import { finishWhile, type OAuthVersion, oauthSteps } from "./oauth-steps.js";

const oauth1: OAuthVersion = {
  area: "oauth1",
  kind: "oauth",
  name: "OAuth 1",
  proof: "verifier",
  start: startOAuth1,
  ready: readyOAuth1,
  finishShort: finishOAuth1Short,
  finishLong: finishOAuth1Long,
  finish: finishOAuth1,
  withoutProof: (context) => ({
    fields: { access_token: "t", access_secret: "s", callback_uri: callbackOf(context) },
  }),
};

/** Requirements on OAuth 1, checked with the suite's own provider. */
export const oauth1Requirements = defineRequirements({ area: "oauth1", section: "OAuth 1" }, [
  oauthSteps.start(oauth1, "Fetch a request token and return 200"),
  {
    id: "oauth1.start-redirect",
    level: "MUST",
    covers: ["oauth1.start"],
    sentence: 'The start returns an absolute web address in "redirect_uri"',
    reason: "The person is sent there",
    fix: "Send the provider's authorization address with the request token",
    check: async (context) => {
      if (redirectOf(await startOAuth1(context, "v1")) === undefined)
        unmet("redirect_uri is not an absolute web address");
    },
  },
  {
    id: "oauth1.start-token",
    level: "MUST",
    covers: ["oauth1.start"],
    sentence: 'The start returns the request token in "token" and its secret in "secret"',
    reason: "The second step is signed with them",
    fix: "Return both",
    check: async (context) => expectTokenPair(objectOf(await startOAuth1(context, "v1"))),
  },
  oauthSteps.startMissing(oauth1),
  oauthSteps.authorize(oauth1),
  {
    id: "oauth1.authorize-token",
    level: "MUST",
    covers: ["oauth1.start-v2"],
    sentence: "POST /oauth1/v1/authorize returns redirect_uri, token and secret",
    reason: "The second step is signed with them",
    fix: "Serve both paths with the same code",
    check: async (context) => {
      const exchange = await startOAuth1(context, "v2");
      expectTokenPair(objectOf(exchange));
      if (redirectOf(exchange) === undefined) unmet("redirect_uri is not an absolute web address");
    },
  },
  oauthSteps.authorizeMissing(oauth1),
  {
    id: "oauth1.callback-state",
    level: "MUST",
    covers: ["oauth.state-kept"],
    sentence: "The provider sends the person back to exactly the given callback address, including its query",
    reason: "That query carries the platform's state",
    fix: "Hand oauth_callback on unchanged",
    check: async (context) => {
      const { query } = await readyOAuth1(context, "v2", 3);
      if (query.get("state") !== "a/b+c=")
        unmet(`The state came back as ${JSON.stringify(query.get("state"))}`);
    },
  },
  oauthSteps.finishMissing(oauth1),
  oauthSteps.exchangeMissing(oauth1),
  oauthSteps.finish(oauth1, "Sign with token and secret from fields, and return the access token"),
  oauthSteps.exchange(oauth1),
  {
    id: "oauth1.account",
    level: "MUST",
    covers: ["oauth1.finish", "oauth1.finish-v2"],
    sentence: "The account holds the access token and its secret",
    reason: "Every later request is signed with them",
    fix: 'Return "access_token" and "access_secret"',
    check: async (context) => {
      const account = accountIn(context, await finishOAuth1(context));
      expectText(account, "access_token");
      expectText(account, "access_secret");
    },
  },
  oauthSteps.accountName(oauth1),
  oauthSteps.accountWorks(oauth1),
  {
    id: "oauth1.refused",
    level: "MUST",
    covers: ["oauth.refused-401"],
    sentence: "The connector returns 401 for a verifier that the provider refuses",
    reason: "401 is how the platform knows to start over",
    fix: "Pass the provider's refusal on as 401",
    check: async (context) => {
      const { path, body } = await readyOAuth1(context, generationOf(context), 4);
      expectStatus(await context.post(path, { ...body, oauth_verifier: "wrong" }), 401);
    },
  },
  {
    id: "oauth1.asks-third-party",
    level: "MUST",
    covers: ["validate.401"],
    sentence: "POST /validate asks the third party: a token that was withdrawn is refused",
    reason: "The account looks valid in the list, and every report of it fails",
    fix: "Ask the third party who the token belongs to, each time",
    check: async (context) => {
      const { path, body } = await readyOAuth1(context, generationOf(context), 10);
      const account = accountIn(context, await context.post(path, body));
      const fields = { callback_uri: callbackOf(context), ...account, auth: "oauth" };
      providerOf(context).revokeAll();
      const answer = await context.post("/validate", { id: "oauth", fields }, { fresh: 940 });
      if (answer.status < 300)
        unmet(`POST /validate returned ${answer.status} for an account whose tokens were withdrawn`, {
          witness: answer,
        });
    },
  },
  oauthSteps.providerDown(oauth1),
  {
    id: "oauth1.retry-after",
    level: "MUST",
    covers: ["errors.503"],
    sentence: "When the provider fails, the response says in Retry-After when to try again",
    reason: "Without it callers try again at once, all together",
    fix: "Add Retry-After with seconds",
    check: async (context) =>
      expectHeader(await finishWhile(context, oauth1, ["server-error", 5]), "retry-after", /^\d+$/),
  },
  oauthSteps.absent(oauth1),
]);

function expectTokenPair(answer: JsonObject): void {
  expectText(answer, "token");
  expectText(answer, "secret");
}
