import { expectHeader } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { type JsonObject, objectOf } from "../expect/json-of.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { notApplicable, unmet } from "../requirement/finding.js";
import { levels } from "../requirement/level.js";
import type { CheckContext } from "../run/check-context.js";
import { declaredBy } from "../target/application.js";
import { accountIn, callbackOf, expectOAuthKind, redirectOf, whileProvider } from "../target/oauth-target.js";
import {
  finishOAuth1,
  finishOAuth1Long,
  finishOAuth1Short,
  readyOAuth1,
  startOAuth1,
} from "../target/oauth1-flow.js";
import { expectText } from "./member-checks.js";

/** OAuth 1, walked with the suite's own provider. */
export const oauth1Requirements = defineRequirements({ area: "oauth1", section: "OAuth 1" }, [
  {
    id: "oauth1.start",
    levels: levels.first,
    covers: ["oauth1.start"],
    sentence: "GET /oauth1 answers 200",
    reason: "Account setup begins there",
    fix: "Fetch a request token and answer 200",
    check: async (context) => {
      const older = context.run.profile === "v1" ? [201, 202] : [];
      expectStatus(await startOAuth1(context, "v1"), 200, ...older);
    },
  },
  {
    id: "oauth1.start-redirect",
    levels: levels.first,
    covers: ["oauth1.start"],
    sentence: 'The start gives an absolute web address in "redirect_uri"',
    reason: "The person is sent there",
    fix: "Send the provider's authorization address with the request token",
    check: async (context) => {
      if (redirectOf(await startOAuth1(context, "v1")) === undefined)
        unmet("redirect_uri is no absolute web address");
    },
  },
  {
    id: "oauth1.start-token",
    levels: levels.first,
    covers: ["oauth1.start"],
    sentence: 'The start gives the request token in "token" and its secret in "secret"',
    reason: "The second step is signed with them",
    fix: "Answer both",
    check: async (context) => expectTokenPair(objectOf(await startOAuth1(context, "v1"))),
  },
  {
    id: "oauth1.start-missing",
    levels: levels.stricter,
    covers: ["oauth.missing-400"],
    sentence: "A start without callback_uri is answered 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Look for the argument first",
    check: async (context) => {
      await expectOAuthKind(context, "oauth");
      expectStatus(await context.get("/oauth1"), 400);
    },
  },
  {
    id: "oauth1.authorize",
    levels: levels.second,
    covers: ["oauth1.start-v2"],
    sentence: "POST /oauth1/v1/authorize answers 200",
    reason: "The second generation begins account setup there",
    fix: "Serve both paths with the same code",
    check: async (context) => expectStatus(await startOAuth1(context, "v2"), 200),
  },
  {
    id: "oauth1.authorize-token",
    levels: levels.second,
    covers: ["oauth1.start-v2"],
    sentence: "POST /oauth1/v1/authorize gives redirect_uri, token and secret",
    reason: "The second step is signed with them",
    fix: "Serve both paths with the same code",
    check: async (context) => {
      const exchange = await startOAuth1(context, "v2");
      expectTokenPair(objectOf(exchange));
      if (redirectOf(exchange) === undefined) unmet("redirect_uri is no absolute web address");
    },
  },
  {
    id: "oauth1.authorize-missing",
    levels: levels.second,
    covers: ["oauth.missing-400"],
    sentence: "POST /oauth1/v1/authorize without callback_uri is answered 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Look for the member first",
    check: async (context) => {
      await expectOAuthKind(context, "oauth");
      expectStatus(await context.post("/oauth1/v1/authorize", {}), 400);
    },
  },
  {
    id: "oauth1.callback-state",
    levels: levels.second,
    covers: ["oauth.state-kept"],
    sentence: "The provider sends the person back to the very callback address, its query included",
    reason: "The platform's state stands in that query",
    fix: "Hand oauth_callback on unchanged",
    check: async (context) => {
      const { query } = await readyOAuth1(context, "v2", 3);
      if (query.get("state") !== "a/b+c=")
        unmet(`The state came back as ${JSON.stringify(query.get("state"))}`);
    },
  },
  {
    id: "oauth1.finish-missing",
    levels: levels.stricter,
    covers: ["oauth.missing-400"],
    sentence: "POST /oauth1 without a verifier is answered 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Look for the verifier first",
    check: async (context) => {
      await expectOAuthKind(context, "oauth");
      expectStatus(await context.post("/oauth1", withoutVerifier(context)), 400);
    },
  },
  {
    id: "oauth1.exchange-missing",
    levels: levels.second,
    covers: ["oauth.missing-400"],
    sentence: "POST /oauth1/v1/access_token without a verifier is answered 400",
    reason: "It is the caller's mistake, and the status says so",
    fix: "Look for the verifier first",
    check: async (context) => {
      await expectOAuthKind(context, "oauth");
      expectStatus(await context.post("/oauth1/v1/access_token", withoutVerifier(context)), 400);
    },
  },
  {
    id: "oauth1.finish",
    levels: levels.first,
    covers: ["oauth1.finish"],
    sentence: "POST /oauth1 with the provider's verifier answers 200 with the account",
    reason: "Account setup ends there",
    fix: "Sign with token and secret from fields, and answer the access token",
    check: async (context) => {
      const older = context.run.profile === "v1" ? [201, 202] : [];
      expectStatus(await context.once(finishOAuth1Short), 200, ...older);
    },
  },
  {
    id: "oauth1.exchange",
    levels: levels.second,
    covers: ["oauth1.finish-v2"],
    sentence: "POST /oauth1/v1/access_token with the provider's verifier answers 200 with the account",
    reason: "The second generation ends account setup there",
    fix: "Serve both paths with the same code",
    check: async (context) => expectStatus(await context.once(finishOAuth1Long), 200),
  },
  {
    id: "oauth1.account",
    levels: levels.ours,
    covers: ["oauth1.finish", "oauth1.finish-v2"],
    sentence: "The account holds the access token and its secret",
    reason: "Every later request is signed with them",
    fix: 'Answer "access_token" and "access_secret"',
    check: async (context) => {
      const account = accountIn(context, await finishOAuth1(context));
      expectText(account, "access_token");
      expectText(account, "access_secret");
    },
  },
  {
    id: "oauth1.account-name",
    levels: levels.ours,
    covers: ["oauth1.finish", "oauth.validated"],
    sentence: 'The account has a "name"',
    reason: "People tell their accounts apart by it",
    fix: "Ask the provider who the token belongs to",
    check: async (context) => expectText(accountIn(context, await finishOAuth1(context)), "name"),
  },
  {
    id: "oauth1.account-works",
    levels: levels.everywhere,
    covers: ["oauth.validated"],
    sentence: "POST /validate accepts the account that the setup gave",
    reason: "It is the very next thing the platform does",
    fix: "Read in POST /validate what the setup answers",
    check: async (context) => {
      const account = accountIn(context, await finishOAuth1(context));
      const fields = { callback_uri: callbackOf(context), ...account, auth: "oauth" };
      expectStatus(await context.post("/validate", { id: "oauth", fields }), 200);
    },
  },
  {
    id: "oauth1.refused",
    levels: levels.stricter,
    covers: ["oauth.refused-401"],
    sentence: "A verifier the provider refuses is answered 401",
    reason: "401 is how the platform knows to start over",
    fix: "Pass the provider's refusal on as 401",
    check: async (context) => {
      const { path, body } = await readyOAuth1(context, context.run.profile === "v1" ? "v1" : "v2", 4);
      expectStatus(await context.post(path, { ...body, oauth_verifier: "wrong" }), 401);
    },
  },
  {
    id: "oauth1.provider-down",
    levels: levels.ours,
    covers: ["oauth.provider-down", "errors.503"],
    sentence: "A provider that fails is answered 503",
    reason: "The person should try again later, not look for a mistake of theirs",
    fix: "Tell refusals of the provider from its failures",
    check: async (context) => expectStatus(await finishWhileDown(context), 503),
  },
  {
    id: "oauth1.retry-after",
    levels: levels.ours,
    covers: ["errors.503"],
    sentence: "The answer to a failing provider says in Retry-After when to try again",
    reason: "Without it callers try again at once, all together",
    fix: "Add Retry-After with seconds",
    check: async (context) => expectHeader(await finishWhileDown(context), "retry-after", /^\d+$/),
  },
  {
    id: "oauth1.absent",
    levels: levels.ours,
    covers: ["oauth.absent-404"],
    sentence: "A connector without OAuth 1 answers 404 to its paths",
    reason: "Anything else looks like a broken setup",
    fix: "Serve the paths only when the account kind is declared",
    check: async (context) => {
      const { kinds } = await declaredBy(context);
      if (kinds.some(({ id }) => id === "oauth"))
        notApplicable("no OAuth 1", "The connector declares OAuth 1");
      expectStatus(await context.get("/oauth1"), 404);
      expectStatus(await context.post("/oauth1/v1/authorize", {}), 404);
    },
  },
]);

function expectTokenPair(answer: JsonObject): void {
  expectText(answer, "token");
  expectText(answer, "secret");
}

function withoutVerifier(context: CheckContext): JsonObject {
  return { fields: { access_token: "t", access_secret: "s", callback_uri: callbackOf(context) } };
}

async function finishWhileDown(context: CheckContext): ReturnType<CheckContext["post"]> {
  const { path, body } = await readyOAuth1(context, context.run.profile === "v1" ? "v1" : "v2", 5);
  return whileProvider(context, ["server-error"], () => context.post(path, body));
}
