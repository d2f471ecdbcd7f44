import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { needsInput, notApplicable, unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { declaredBy } from "../target/application.js";
import type { DeclaredField, DeclaredKind } from "../target/declared.js";
import { accepted, changedMembers, mayValidate, validated } from "../target/validate-target.js";
import { expectWorking } from "./expect-working.js";
import { expectText, expectUnauthorized } from "./member-checks.js";

/** Requirements on POST /validate. */
export const validateRequirements = defineRequirements({ area: "validate", section: "POST /validate" }, [
  {
    id: "validate.answers",
    level: "MUST",
    covers: ["validate.request"],
    sentence: "POST /validate returns 200 for a working account",
    reason: "The platform asks before every use; anything else locks people out",
    fix: "Return 200 once the account has been tried",
    check: async (context) => expectWorking(context, (await validated(context)).exchange),
  },
  {
    id: "validate.object",
    level: "MUST",
    covers: ["validate.answer"],
    sentence: "The response is a JSON object",
    reason: "It is the account that the platform stores from then on",
    fix: "Send one object: the whole account, changed members replaced",
    check: async (context) => void objectOf((await accepted(context)).exchange),
  },
  {
    id: "validate.name",
    level: "MUST",
    covers: ["validate.answer"],
    sentence: 'The response always carries a "name"',
    reason: "People tell their accounts apart by it",
    fix: "Send the user or the workspace the account belongs to",
    check: async (context) => expectText(objectOf((await accepted(context)).exchange), "name"),
  },
  {
    id: "validate.name-safe",
    level: "MUST",
    covers: ["validate.name-safe"],
    sentence: "The name holds no part of a secret",
    reason: "Names are shown to everybody who may use the account",
    fix: "Take the name from the provider or the user name, never from the key",
    check: async (context) => {
      const { account, exchange } = await validated(context);
      if (account.secretIds.length === 0)
        notApplicable("account kind with a secret", "The account holds no secret");
      const name = JSON.stringify(objectOf(exchange)["name"] ?? "");
      const part = account.secretIds
        .map((id) => partInside(String(account.members[id]), name))
        .find((one) => one !== undefined);
      if (part !== undefined) unmet(`The name holds ${part.length} characters of a secret in a row`);
    },
  },
  {
    id: "validate.merge",
    level: "MUST",
    covers: ["validate.merge"],
    sentence: "The account with the response merged into it works as well",
    reason: "That is what the platform stores and sends from then on",
    fix: "Return only members that the account understands, under the names it reads",
    check: async (context) => {
      const { account, exchange } = await accepted(context);
      const fields = { ...account.members, ...objectOf(exchange) };
      const again = await context.post("/validate", { id: account.kind.id, fields });
      const changed = changedMembers(account.members, fields);
      if (again.status !== 200 && changed !== "")
        unmet(`POST /validate changed ${changed}, and the account got status ${again.status} then`, {
          witness: again,
        });
      expectStatus(again, 200);
    },
  },
  {
    id: "validate.stored-account",
    level: "MUST",
    covers: ["validate.request", "general.unknown-ignored"],
    sentence: "A stored account with the platform's own members in it gets the same response",
    reason: "Platforms send back everything they stored, their own marks included",
    fix: "Ignore members you do not know",
    check: async (context) => {
      const { account, exchange } = await validated(context);
      const extra = {
        _id: "5f1",
        enabled: true,
        _cls: "Account",
        auth: account.kind.id,
        identifier: account.kind.id,
      };
      const again = await context.post("/validate", {
        id: account.kind.id,
        fields: { ...extra, ...account.members },
        extra: 1,
      });
      expectStatus(again, exchange.status);
    },
  },
  {
    id: "validate.repeatable",
    level: "MUST",
    covers: ["validate.idempotent"],
    sentence: "Validating the same account twice returns the same response",
    reason: "Platforms validate at every use, and repeat requests that got no response",
    fix: "Let the response depend on the account, not on how often it was asked",
    check: async (context) => {
      const { account, exchange } = await validated(context);
      const again = await context.post(
        "/validate",
        { id: account.kind.id, fields: account.members },
        { fresh: 1 },
      );
      if (!deepEqual(objectOf(exchange), objectOf(again)))
        unmet("The second response differs from the first");
    },
  },
  {
    id: "validate.concurrent",
    alone: true,
    level: "MUST",
    covers: ["validate.idempotent"],
    sentence: "Validating the same account several times at once returns the same response each time",
    reason: "Platforms refresh many reports at the same minute",
    fix: "Let one refresh serve all that wait for it",
    check: async (context) => {
      const calls = Math.min(context.options.concurrency ?? 1, 8);
      if (calls < 2) needsInput("concurrency", "Requests are sent one at a time unless asked otherwise");
      const { account, exchange } = await validated(context);
      const body = { id: account.kind.id, fields: account.members };
      const answers = await Promise.all(
        Array.from({ length: calls }, (_, index) => context.post("/validate", body, { fresh: 10 + index })),
      );
      const odd = answers.find(
        (answer) => answer.status !== exchange.status || !deepEqual(objectOf(answer), objectOf(exchange)),
      );
      if (odd !== undefined)
        unmet(`expected ${exchange.status} from each of ${calls} calls, got ${odd.status} from one`);
    },
  },
  {
    id: "validate.bare-fields",
    level: "MUST",
    covers: ["validate.bare-fields"],
    sentence: 'A body without "fields" is read as the fields',
    reason: "Some platforms send the account itself",
    fix: 'When "fields" is missing take the other members of the body',
    check: async (context) => {
      const { account, exchange } = await validated(context);
      expectStatus(
        await context.post("/validate", { ...account.members, id: account.kind.id }),
        exchange.status,
      );
    },
  },
  {
    id: "validate.id-omitted",
    level: "MUST",
    covers: ["validate.no-id"],
    sentence: 'A body without "id" means the only account kind',
    reason: "Some platforms leave it out when there is no choice",
    fix: "Take the only kind when no id is there",
    check: async (context) => {
      const { kinds } = await declaredBy(context);
      if (kinds.length !== 1) notApplicable("single account kind", "The connector has several account kinds");
      const { account, exchange } = await validated(context);
      expectStatus(await context.post("/validate", { fields: account.members }), exchange.status);
    },
  },
  {
    id: "validate.id-missing",
    level: "MUST",
    covers: ["validate.no-id"],
    sentence: 'A body without "id" returns 400 when there are several account kinds',
    reason: "Guessing the kind tries a secret where it does not belong",
    fix: "Return 400 and say that the kind is missing",
    check: async (context) => {
      const { kinds } = await declaredBy(context);
      if (kinds.length < 2) notApplicable("several account kinds", "The connector has one account kind");
      expectStatus(await context.post("/validate", { fields: {} }), 400);
    },
  },
  {
    id: "validate.unknown-kind",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "An account of a kind the connector does not have returns 400",
    reason: "It is the caller's mistake, and 500 would have people look for a fault of yours",
    fix: "Return 400 and name the kinds there are",
    check: async (context) =>
      expectStatus(await context.post("/validate", { id: "no-such-kind", fields: {} }), 400),
  },
  {
    id: "validate.required",
    level: "MUST",
    covers: ["validate.400"],
    sentence: "A missing required field returns 400",
    reason: "The person in front of the form needs to know that something is missing, not that it is wrong",
    fix: "Look for every required field before trying the account",
    check: async (context) => expectStatus(await askWithout(context), 400),
  },
  {
    id: "validate.required-field",
    level: "MUST",
    covers: ["validate.400", "errors.shape"],
    sentence: 'The response to a missing required field names it in "field"',
    reason: "The form can then mark the field",
    fix: 'Add "field" with the id',
    check: async (context) => {
      const ids = requiredFields((await kindWithRequired(context)).fields).map(({ id }) => id);
      const { field } = objectOf(await askWithout(context));
      if (!ids.some((id) => id === field))
        unmet(`expected "${ids.join('" or "')}" as "field", got ${JSON.stringify(field)}`);
    },
  },
  {
    id: "validate.wrong-account",
    level: "MUST",
    covers: ["validate.401", "errors.401"],
    sentence: "An account with a wrong secret returns 401",
    reason: "401 is how the platform knows to ask the person again",
    fix: "Try the account against the provider and return 401 when it refuses",
    check: async (context) => {
      if (context.isPublic) await accepted(context);
      const { wrong } = await wrongAccountOf(context);
      mayValidate(context, wrong);
      expectUnauthorized(await context.post("/validate", { id: wrong.kind.id, fields: wrong.members }));
    },
  },
  {
    id: "validate.none",
    level: "MUST",
    covers: ["validate.answer"],
    sentence: 'An account of kind "none" is valid',
    reason: "Platforms send it like any other kind",
    fix: 'Return {"name": …} for {"id": "none", "fields": {}}',
    check: async (context) => {
      const { kinds } = await declaredBy(context);
      const none = kinds.some(({ id }) => id === "none");
      if (!none) notApplicable('account kind "none"', "The connector has no such kind");
      expectStatus(await context.post("/validate", { id: "none", fields: {} }), 200);
    },
  },
  {
    id: "validate.expiry",
    level: "MUST",
    covers: ["alias.expiry"],
    section: "General rules",
    sentence: "An expiry in the response is in expires_on and expire_on, in UTC with milliseconds",
    reason: "Each generation reads only one of the two names, and one form",
    fix: 'Emit both, e.g. "2026-01-01T09:53:41.000Z"',
    check: async (context) => {
      const { exchange } = await validated(context);
      expectExpiry(objectOf(exchange));
    },
  },
]);

/**
 * Checks that an expiry is given under both names, in the form the platforms read.
 *
 * @param answer - An account from a response
 * @throws Finding when it has no expiry, or one of another form
 */
export function expectExpiry(answer: Readonly<Record<string, unknown>>): void {
  const { expires_on: first, expire_on: second } = answer;
  const others = ["expireOn", "token_expiration"].filter((name) => name in answer);
  if (first === undefined && second === undefined && others.length === 0) {
    notApplicable("expiry", "The account does not expire");
  }
  if (first !== second) unmet(`expires_on is ${JSON.stringify(first)}, expire_on ${JSON.stringify(second)}`);
  const right = typeof first === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(first);
  if (!right) unmet(`expected ISO 8601 in UTC with milliseconds as expires_on, got ${JSON.stringify(first)}`);
}

/** Finds four consecutive characters of a secret, or all of a shorter one. */
function partInside(secret: string, text: string): string | undefined {
  const length = Math.min(secret.length, 4);
  for (let index = 0; index + length <= secret.length; index += 1) {
    const part = secret.slice(index, index + length);
    if (text.includes(part)) return part;
  }
  return undefined;
}

function requiredFields(fields: readonly DeclaredField[]): readonly DeclaredField[] {
  return fields.filter(
    ({ required, type, raw }) =>
      required && type !== "link" && type !== "oauth" && raw["defaultValue"] === undefined,
  );
}

async function kindWithRequired(context: CheckContext): Promise<DeclaredKind> {
  const { kinds } = await declaredBy(context);
  const kind = kinds.find(({ fields }) => requiredFields(fields).length > 0);
  return kind ?? notApplicable("required account field", "No account kind has a required field");
}

async function askWithout(context: CheckContext): ReturnType<CheckContext["post"]> {
  const kind = await kindWithRequired(context);
  return context.post("/validate", { id: kind.id, fields: {} });
}
