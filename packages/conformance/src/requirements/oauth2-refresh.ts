import { acceptAlias, aliases, reservedAccountKinds } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { expectStatus } from "../expect/expect-status.js";
import { couldNotRun, needsInput, notApplicable, unmet } from "../expect/finding.js";
import { type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { baselines, tableIn, textOf } from "../target/baseline.js";
import { dataBody } from "../target/data-target.js";
import { accountIn, expectOAuthKind, providerOf, whileProvider } from "../target/oauth-target.js";
import { expiringAccount, nearlyExpiredAccount, validateOAuth2 } from "../target/oauth2-flow.js";
import { expectText } from "./member-checks.js";
import { expectExpiry } from "./validate.js";

/** Requirements on refreshing tokens in POST /validate, observed at the suite's own provider. */
export const oauth2RefreshRequirements = defineRequirements({ area: "oauth2", section: "POST /validate" }, [
  {
    id: "oauth2.refresh",
    level: "MUST",
    covers: ["validate.refresh"],
    sentence: "Validating an account whose token is about to expire returns a new access token",
    reason: "The report that is loaded next would fail in the middle",
    fix: "Refresh in POST /validate when the expiry is near",
    check: async (context) => {
      const { before, after } = await refreshed(context);
      expectStatus(after, 200);
      const { access_token: token } = objectOf(after);
      if (typeof token !== "string") unmet(`expected a new token as "access_token", got ${typeof token}`);
      if (token === before["access_token"]) unmet("The access token is the old one");
    },
  },
  {
    id: "oauth2.refresh-early",
    level: "MUST",
    covers: ["validate.refresh"],
    sentence: "A token that lives for less than a minute is refreshed",
    reason: "It expires while the rows are read, and the report fails in the middle",
    fix: "Refresh some minutes before the expiry",
    check: async (context) => {
      const before = await nearlyExpiredAccount(context, 34);
      if (typeof before["refresh_token"] !== "string" || acceptAlias(before, aliases.expiry) === undefined)
        notApplicable("refresh token with an expiry", "The account setup returned none");
      const after = await validateOAuth2(context, before);
      if (after.status >= 300) couldNotRun(`POST /validate returned ${after.status}`);
      const token = accountIn(context, after)["access_token"] ?? before["access_token"];
      if (token === before["access_token"])
        unmet("A token that expires within a minute was not refreshed", { witness: after });
    },
  },
  {
    id: "oauth2.refresh-token",
    level: "MUST",
    covers: ["validate.refresh-answer"],
    sentence: "The response to a refresh holds the refresh token to keep",
    reason: "The platform would go on with one that is spent",
    fix: 'Return "refresh_token": the new one when there is one, else the old one',
    check: async (context) => {
      const { before, after } = await refreshed(context);
      const answer = accountIn(context, after);
      expectText(answer, "refresh_token");
      if (answer["refresh_token"] === before["refresh_token"])
        unmet("The response has the refresh token that was used up");
    },
  },
  {
    id: "oauth2.refresh-expiry",
    level: "MUST",
    covers: ["validate.refresh-answer", "alias.expiry"],
    sentence: "The response to a refresh holds the new expiry under both names",
    reason: "With the old one the connector refreshes at every use",
    fix: "Emit expires_on and expire_on with the new tokens",
    check: async (context) => {
      const { before, after } = await refreshed(context);
      const answer = accountIn(context, after);
      expectExpiry(answer);
      if (!(Date.parse(String(answer["expires_on"])) > Date.parse(String(before["expires_on"]))))
        unmet("The expiry is not later than before");
    },
  },
  {
    id: "oauth2.refresh-works",
    level: "MUST",
    covers: ["validate.refresh"],
    sentence: "The refreshed account works",
    reason: "The connector should have tried the new token before it returned it",
    fix: "Check the new token at the provider",
    check: async (context) => {
      const { before, after } = await refreshed(context);
      expectStatus(await validateOAuth2(context, { ...before, ...accountIn(context, after) }), 200);
    },
  },
  {
    id: "oauth2.refresh-rows",
    level: "MUST",
    covers: ["validate.refresh"],
    sentence: "The refreshed account reads the same rows as one that was just set up",
    reason: "A report fails or shows other rows an hour after it was made",
    fix: "Read rows with the access token of the request, not with one kept from the account setup",
    check: expectRowsAfterRefresh,
  },
  {
    id: "oauth2.refresh-late",
    level: "MUST",
    covers: ["validate.idempotent"],
    sentence: "A late call with the old tokens gets the same new tokens",
    reason: "The response to the first call may never have arrived",
    fix: "Keep the result of a refresh by the token it was made with",
    check: async (context) => {
      const { before, after } = await refreshed(context);
      const first = accountIn(context, after);
      const again = await validateOAuth2(context, before, 1);
      expectStatus(again, 200);
      const second = objectOf(again);
      const changed = ["access_token", "refresh_token"].find((name) => first[name] !== second[name]);
      if (changed !== undefined) unmet(`"${changed}" of the late response differs from the first`);
    },
  },
  {
    id: "oauth2.refresh-once",
    level: "MUST",
    covers: ["validate.idempotent"],
    sentence: "A refresh token is shown to the provider once",
    reason: "Strict providers withdraw everything when a spent token comes again",
    fix: "Keep the result of a refresh by the token it was made with",
    check: async (context) => {
      const { before, after } = await refreshed(context);
      accountIn(context, after);
      await validateOAuth2(context, before, 1);
      const shown = timesShown(context, before);
      if (shown !== 1) unmet(`expected the provider to see the refresh token once, got ${shown} times`);
    },
  },
  {
    id: "oauth2.refresh-together",
    level: "MUST",
    covers: ["validate.idempotent"],
    sentence: "Concurrent calls with the same old tokens get the same new tokens from one refresh",
    reason: "Platforms load several reports of one account at once",
    fix: "Let one refresh serve all that wait for it",
    check: async (context) => {
      await expectOAuthKind(context, "oauth2");
      const calls = Math.min(context.options.concurrency ?? 1, 6);
      if (calls < 2) needsInput("concurrency", "Requests are sent one at a time unless asked otherwise");
      const before = await expiringAccount(context, 31);
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, index) => validateOAuth2(context, before, 40 + index)),
      );
      const tokens = new Set(answers.map((answer) => JSON.stringify([answer.status, tokenIn(answer)])));
      if (tokens.size !== 1) unmet(`${calls} calls at once got ${tokens.size} different responses`);
      if (timesShown(context, before) !== 1)
        unmet(
          `expected the provider to see the refresh token once, got ${timesShown(context, before)} times`,
        );
    },
  },
  {
    id: "oauth2.refresh-kept",
    level: "MUST",
    covers: ["validate.refresh-answer"],
    sentence: "When the provider returns no new refresh token, the response has the old one",
    reason: "The platform replaces its stored members with the returned ones",
    fix: "Return the old refresh token when the provider returns none",
    check: async (context) => {
      await expectOAuthKind(context, "oauth2");
      const before = await expiringAccount(context, 32);
      const after = await whileProvider(context, ["no-refresh-token"], () => validateOAuth2(context, before));
      const answer = accountIn(context, after);
      if (answer["refresh_token"] !== before["refresh_token"])
        unmet("The response lacks the refresh token, which stays valid");
    },
  },
  {
    id: "oauth2.refresh-refused",
    level: "MUST",
    covers: ["validate.401", "errors.401"],
    sentence: "The connector returns 401 when the provider has withdrawn the grant",
    reason: "Only the person can fix it, and 401 asks them to",
    fix: "Return 401 when the provider refuses the refresh token",
    check: async (context) => {
      await expectOAuthKind(context, "oauth2");
      const before = await expiringAccount(context, 33);
      providerOf(context).revokeAll();
      expectStatus(await validateOAuth2(context, before), 401);
    },
  },
]);

interface Refreshed {
  readonly before: JsonObject;
  readonly after: Exchange;
}

function refreshed(context: CheckContext): Promise<Refreshed> {
  return context.once(refreshOnce).then((result) => {
    context.exchanges.push(result.after);
    return result;
  });
}

async function refreshOnce(context: CheckContext): Promise<Refreshed> {
  await expectOAuthKind(context, "oauth2");
  const before = await expiringAccount(context, 30);
  if (typeof before["refresh_token"] !== "string") {
    notApplicable("refresh token", "The account setup returned no refresh token");
  }
  const after = await validateOAuth2(context, before);
  if (after.status >= 500) couldNotRun(`POST /validate returned ${after.status}`);
  return { before, after };
}

async function expectRowsAfterRefresh(context: CheckContext): Promise<void> {
  await expectOAuthKind(context, "oauth2");
  const baseline = (await baselines(context)).find(({ live }) => !live);
  if (baseline === undefined) notApplicable("rows that do not change", "The rows change by themselves");
  const { target, rows } = baseline;
  if (target.account.kind.id !== reservedAccountKinds.oauth2 || context.options.account !== undefined)
    notApplicable("rows of an account that the run has made", "Rows are read with another account");
  const { before, after } = await refreshed(context);
  const fields = { ...before, ...accountIn(context, after) };
  // Another check may have withdrawn every token since.
  if ((await validateOAuth2(context, fields, 2)).status >= 300)
    notApplicable("refreshed account that works", "POST /validate refuses it");
  const account = { ...target.account, flat: { ...target.account.flat, ...fields } };
  const exchange = await context.post("/", dataBody({ ...target, account }), { fresh: 945 });
  const found = tableIn(exchange);
  if (found === undefined || textOf(found.rows) !== textOf(rows))
    unmet(
      `With the refreshed account POST / returned ${exchange.status} with ${found?.rows.length ?? "no"} rows, with a new account ${rows.length} rows`,
      { witness: exchange },
    );
}

function timesShown(context: CheckContext, { refresh_token: token }: JsonObject): number {
  return providerOf(context).seen.filter(({ form }) => form.get("refresh_token") === token).length;
}

function tokenIn(answer: Exchange): unknown {
  return answer.status === 200 ? objectOf(answer)["access_token"] : undefined;
}
