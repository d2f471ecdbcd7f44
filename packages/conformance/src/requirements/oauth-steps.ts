import type { Exchange } from "../exchange/exchange.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import type { RequirementDraft } from "../requirement/define-requirements.js";
import { declaredBy } from "../target/application.js";
import {
  accountIn,
  callbackOf,
  expectOAuthKind,
  generationOf,
  type OAuthGeneration,
  whileProvider,
} from "../target/oauth-target.js";
import { expectText } from "./member-checks.js";

/** The differences between the versions of OAuth for checks they share. */
export interface OAuthVersion {
  readonly area: "oauth1" | "oauth2";
  /** Id of the account kind. */
  readonly kind: "oauth" | "oauth2";
  /** Name of the version, for messages. */
  readonly name: string;
  /** The proof that the provider issues for the last request. */
  readonly proof: "code" | "verifier";
  readonly start: (context: CheckContext, generation: OAuthGeneration) => Promise<Exchange>;
  readonly ready: (
    context: CheckContext,
    generation: OAuthGeneration,
    fresh: number,
  ) => Promise<{ readonly path: string; readonly body: JsonObject }>;
  readonly finishShort: (context: CheckContext) => Promise<Exchange>;
  readonly finishLong: (context: CheckContext) => Promise<Exchange>;
  readonly finish: (context: CheckContext) => Promise<Exchange>;
  /** Creates the body of a last request without the proof. */
  readonly withoutProof: (context: CheckContext) => JsonObject;
}

/** Requirements that both versions of OAuth share. Each function creates one for a version. */
export const oauthSteps = {
  start: ({ area, start }: OAuthVersion, fix: string): RequirementDraft => ({
    id: `${area}.start`,
    level: "MUST",
    covers: [`${area}.start`],
    sentence: `GET /${area} returns 200`,
    reason: "Account setup begins there",
    fix,
    check: async (context) => expectStatus(await start(context, "v1"), 200, ...olderSuccess(context)),
  }),

  startMissing: ({ area, kind }: OAuthVersion): RequirementDraft => ({
    id: `${area}.start-missing`,
    level: "MUST",
    covers: ["oauth.missing-400"],
    sentence: "A start without callback_uri returns 400",
    reason: callersMistake,
    fix: "Look for the argument first",
    check: async (context) => {
      await expectOAuthKind(context, kind);
      expectStatus(await context.get(`/${area}`), 400);
    },
  }),

  authorize: ({ area, start }: OAuthVersion): RequirementDraft => ({
    id: `${area}.authorize`,
    level: "MUST",
    covers: [`${area}.start-v2`],
    sentence: `POST /${area}/v1/authorize returns 200`,
    reason: "The second generation begins account setup there",
    fix: "Serve both paths with the same code",
    check: async (context) => expectStatus(await start(context, "v2"), 200),
  }),

  authorizeMissing: ({ area, kind }: OAuthVersion): RequirementDraft => ({
    id: `${area}.authorize-missing`,
    level: "MUST",
    covers: ["oauth.missing-400"],
    sentence: `POST /${area}/v1/authorize without callback_uri returns 400`,
    reason: callersMistake,
    fix: "Look for the member first",
    check: async (context) => {
      await expectOAuthKind(context, kind);
      expectStatus(await context.post(`/${area}/v1/authorize`, { state: "x" }), 400);
    },
  }),

  finishMissing: (version: OAuthVersion): RequirementDraft => ({
    id: `${version.area}.finish-missing`,
    level: "MUST",
    ...missingProof(version, `/${version.area}`),
  }),

  exchangeMissing: (version: OAuthVersion): RequirementDraft => ({
    id: `${version.area}.exchange-missing`,
    level: "MUST",
    ...missingProof(version, `/${version.area}/v1/access_token`),
  }),

  finish: ({ area, proof, finishShort }: OAuthVersion, fix: string): RequirementDraft => ({
    id: `${area}.finish`,
    level: "MUST",
    covers: [`${area}.finish`],
    sentence: `POST /${area} with the provider's ${proof} returns 200 with the account`,
    reason: "Account setup ends there",
    fix,
    check: async (context) => expectStatus(await context.once(finishShort), 200, ...olderSuccess(context)),
  }),

  exchange: ({ area, proof, finishLong }: OAuthVersion): RequirementDraft => ({
    id: `${area}.exchange`,
    level: "MUST",
    covers: [`${area}.finish-v2`],
    sentence: `POST /${area}/v1/access_token with the provider's ${proof} returns 200 with the account`,
    reason: "The second generation ends account setup there",
    fix: "Serve both paths with the same code",
    check: async (context) => expectStatus(await context.once(finishLong), 200, ...olderSuccess(context)),
  }),

  accountName: ({ area, finish }: OAuthVersion): RequirementDraft => ({
    id: `${area}.account-name`,
    level: "MUST",
    covers: [`${area}.finish`, "oauth.validated"],
    sentence: 'The account has a "name"',
    reason: "People tell their accounts apart by it",
    fix: "Ask the provider who the token belongs to",
    check: async (context) => expectText(accountIn(context, await finish(context)), "name"),
  }),

  accountWorks: ({ area, kind, finish }: OAuthVersion): RequirementDraft => ({
    id: `${area}.account-works`,
    level: "MUST",
    covers: ["oauth.validated"],
    sentence: "POST /validate accepts the account that the setup returned",
    reason: "It is the very next thing the platform does",
    fix: "Accept in POST /validate what the setup returned",
    check: async (context) => {
      const account = accountIn(context, await finish(context));
      const fields = { callback_uri: callbackOf(context), ...account, auth: kind };
      expectStatus(await context.post("/validate", { id: kind, fields }), 200);
    },
  }),

  providerDown: (version: OAuthVersion): RequirementDraft => ({
    id: `${version.area}.provider-down`,
    level: "MUST",
    covers: ["oauth.provider-down", "errors.503"],
    sentence: "The connector returns 503 when the provider fails",
    reason: "The person should try again later, not look for a mistake of theirs",
    fix: "Distinguish refusals of the provider from its failures",
    check: async (context) => expectStatus(await finishWhile(context, version, ["server-error", 5]), 503),
  }),

  absent: ({ area, kind, name }: OAuthVersion): RequirementDraft => ({
    id: `${area}.absent`,
    level: "MUST",
    covers: ["oauth.absent-404"],
    sentence: `A connector without ${name} returns 404 for its paths`,
    reason: "Anything else looks like a broken setup",
    fix: "Serve the paths only when the account kind is declared",
    check: async (context) => {
      const { kinds } = await declaredBy(context);
      if (kinds.some(({ id }) => id === kind)) notApplicable(`no ${name}`, `The connector declares ${name}`);
      expectStatus(await context.get(`/${area}`), 404);
      expectStatus(await context.post(`/${area}/v1/authorize`, {}), 404);
    },
  }),
} as const;

/**
 * Completes a setup while the provider behaves in a certain way.
 *
 * @param context - Context of the check
 * @param version - The version of OAuth
 * @param how - Behavior of the provider, and a number that distinguishes this setup from others
 * @returns The response to the last request
 */
export async function finishWhile(
  context: CheckContext,
  { ready }: OAuthVersion,
  [behaviour, fresh]: readonly ["server-error" | "html" | "no-access-token", number],
): Promise<Exchange> {
  const { path, body } = await ready(context, generationOf(context), fresh);
  return whileProvider(context, [behaviour], () => context.post(path, body));
}

const callersMistake = "It is the caller's mistake, and the status says so";

function missingProof({ kind, proof, withoutProof }: OAuthVersion, path: string) {
  return {
    covers: ["oauth.missing-400"],
    sentence: `POST ${path} without a ${proof} returns 400`,
    reason: callersMistake,
    fix: `Look for the ${proof} first`,
    check: async (context: CheckContext) => {
      await expectOAuthKind(context, kind);
      expectStatus(await context.post(path, withoutProof(context)), 400);
    },
  };
}

/** The first generation also uses other success statuses. */
function olderSuccess(context: CheckContext): readonly number[] {
  return context.isPublic ? [201, 202] : [];
}
