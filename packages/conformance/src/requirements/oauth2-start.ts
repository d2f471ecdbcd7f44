import { expectStatus } from "../expect/expect-status.js";
import { unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import {
  callbackOf,
  expectCallbackKnown,
  expectOAuthKind,
  generationOf,
  type OAuthGeneration,
  oauthState,
  redirectOf,
} from "../target/oauth-target.js";
import { startOAuth2 } from "../target/oauth2-flow.js";
import { oauthSteps } from "./oauth-steps.js";
import { oauth2 } from "./oauth2-version.js";

const secretArgument = /secret|^(?:access|refresh)_token$|^token$|^code_verifier$|^password$/i;

/** Requirements on the first step of OAuth 2. */
export const oauth2StartRequirements = defineRequirements({ area: "oauth2", section: "OAuth 2" }, [
  oauthSteps.start(oauth2, "Return 200 with the address of the provider"),
  {
    id: "oauth2.start-redirect",
    level: "MUST",
    covers: ["oauth2.start"],
    sentence: 'The start returns an absolute web address in "redirect_uri"',
    reason: "The person is sent there",
    fix: "Send the provider's authorization address with its query",
    check: async (context) => expectRedirect(context, "v1"),
  },
  {
    id: "oauth2.start-callback",
    level: "MUST",
    covers: ["oauth2.start"],
    sentence: 'The start returns the callback address in "callback_uri"',
    reason: "Older platforms store it from there",
    fix: "Copy callback_uri into the response",
    check: async (context) => {
      const { callback_uri: found } = objectOf(await startOAuth2(context, "v1"));
      if (found !== callbackOf(context))
        unmet(`expected "${callbackOf(context)}" as "callback_uri", got ${JSON.stringify(found)}`);
    },
  },
  {
    id: "oauth2.start-state",
    level: "MUST",
    covers: ["oauth2.start", "oauth.state-kept"],
    sentence: "redirect_uri has the state argument of the start unchanged",
    reason: "The platform finds the person's session by it",
    fix: "Pass it on, encoded once",
    check: async (context) => expectState(context, "v1"),
  },
  {
    id: "oauth2.start-argument",
    level: "MUST",
    covers: ["oauth2.start", "general.unknown-ignored"],
    sentence: "Further arguments of the start are ignored",
    reason: "Platforms add arguments over the years",
    fix: "Read the arguments you know and no others",
    check: async (context) => {
      await expectOAuthKind(context, "oauth2");
      const query = new URLSearchParams({ callback_uri: callbackOf(context), query: "{}", unknown: "1" });
      const { status } = await startOAuth2(context, "v1");
      expectStatus(expectCallbackKnown(context, await context.get(`/oauth2?${query.toString()}`)), status);
    },
  },
  oauthSteps.startMissing(oauth2),
  oauthSteps.authorize(oauth2),
  {
    id: "oauth2.authorize-redirect",
    level: "MUST",
    covers: ["oauth2.start-v2"],
    sentence: 'POST /oauth2/v1/authorize returns an absolute web address in "redirect_uri"',
    reason: "The person is sent there",
    fix: "Send the provider's authorization address with its query",
    check: async (context) => expectRedirect(context, "v2"),
  },
  {
    id: "oauth2.authorize-state",
    level: "MUST",
    covers: ["oauth2.start-v2", "oauth.state-kept"],
    sentence: "redirect_uri has the state of the request unchanged",
    reason: "The platform finds the person's session by it",
    fix: "Pass it on, encoded once",
    check: async (context) => expectState(context, "v2"),
  },
  oauthSteps.authorizeMissing(oauth2),
  {
    id: "oauth2.redirect-parameters",
    level: "MUST",
    covers: ["oauth2.start"],
    sentence: "redirect_uri asks for a code, for a client, back to the callback address",
    reason: "Providers refuse anything else with a page nobody understands",
    fix: "Send response_type=code, client_id and redirect_uri",
    check: async (context) => {
      const query = (await redirectAny(context)).searchParams;
      if (query.get("response_type") !== "code")
        unmet(`expected "code" as response_type, got "${query.get("response_type")}"`);
      if ((query.get("client_id") ?? "") === "") unmet("redirect_uri has no client_id");
      if (query.get("redirect_uri") !== callbackOf(context))
        unmet(`redirect_uri leads back to "${query.get("redirect_uri")}"`);
    },
  },
  {
    id: "oauth2.redirect-secret",
    level: "MUST",
    covers: ["oauth.no-secret-url"],
    sentence: "redirect_uri holds no secret",
    reason: "Histories, logs and Referer headers keep addresses",
    fix: "Send secrets in the body of the token request only",
    check: async (context) => {
      const found = [...(await redirectAny(context)).searchParams.keys()].find((name) =>
        secretArgument.test(name),
      );
      if (found !== undefined) unmet(`redirect_uri holds the argument "${found}"`);
    },
  },
  {
    id: "oauth2.pkce",
    level: "SHOULD",
    covers: ["oauth.pkce"],
    sentence: "redirect_uri carries a PKCE challenge of method S256",
    reason: "A code that is stolen on the way is worth nothing then",
    fix: "Derive a verifier and send its SHA-256",
    check: async (context) => {
      const query = (await redirectAny(context)).searchParams;
      const right =
        query.get("code_challenge_method") === "S256" &&
        /^[\w-]{43}$/.test(query.get("code_challenge") ?? "");
      if (!right) unmet("redirect_uri has no code_challenge of method S256");
    },
  },
  oauthSteps.finishMissing(oauth2),
  oauthSteps.exchangeMissing(oauth2),
  oauthSteps.absent(oauth2),
]);

async function redirectAny(context: CheckContext): Promise<URL> {
  return (
    redirectOf(await startOAuth2(context, generationOf(context))) ??
    unmet("The start returns no redirect_uri")
  );
}

async function expectRedirect(context: CheckContext, generation: OAuthGeneration): Promise<void> {
  const redirect = redirectOf(await startOAuth2(context, generation));
  if (redirect === undefined || !/^https?:$/.test(redirect.protocol))
    unmet("redirect_uri is not an absolute web address");
}

async function expectState(context: CheckContext, generation: OAuthGeneration): Promise<void> {
  const redirect = redirectOf(await startOAuth2(context, generation));
  const found = redirect?.searchParams.get("state");
  if (found !== oauthState)
    unmet(`expected the state ${JSON.stringify(oauthState)}, got ${JSON.stringify(found ?? null)}`);
}
