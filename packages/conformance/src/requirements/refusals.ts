import type { Exchange } from "../exchange/exchange.js";
import { nameExchange } from "../expect/expect-status.js";
import { couldNotRun, notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject, parseObject } from "../expect/json-of.js";
import { readRows } from "../probe/read-rows.js";
import { readTable } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { accountOf, asksNothing, type ResolvedAccount, wrongAccountOf } from "../target/account.js";
import { declaredBy } from "../target/application.js";
import { askRows, dataTarget } from "../target/data-target.js";
import { datalistTargets } from "../target/datalist-target.js";
import { sendHostile } from "../target/hostile.js";
import { accepted, mayValidate } from "../target/validate-target.js";
import { wrongAccountAccepted, wrongAccountFailed } from "./member-checks.js";

/** Names that every object in JavaScript or Python has. */
const inherited = ["constructor", "__proto__", "toString", "__class__"];

/** Requirements on the handling of invalid accounts. */
export const refusalRequirements = [
  ...defineRequirements({ area: "validate", section: "POST /validate" }, [
    {
      id: "validate.refuses",
      level: "MUST",
      covers: ["validate.401"],
      sentence: "An account with a wrong secret is not accepted",
      reason:
        "People save an account that does not work, or somebody else's, and learn it from an empty report",
      fix: "Try the account of this request at the third party, return 401 when it refuses, and keep nothing of earlier requests",
      check: async (context) => {
        const answer = await wrongAnswer(context);
        if (isAccepted(answer))
          unmet(`POST /validate returned ${answer.status} for a wrong secret${describeAccount(answer)}`, {
            witness: answer,
            cause: wrongAccountAccepted,
          });
      },
    },
    {
      id: "validate.refuses-status",
      level: "MUST",
      covers: ["validate.401", "errors.401"],
      sentence: "An invalid account is the caller's fault, not a fault of the connector: 401, not 5xx",
      reason: "The platform reports a broken connector instead of asking the person to sign in again",
      fix: "Catch the refusal of the third party and return 401",
      check: async (context) => {
        const answer = await wrongAnswer(context);
        if (answer.status >= 500)
          unmet(`POST /validate returned ${answer.status} for a wrong secret`, {
            witness: answer,
            cause: wrongAccountFailed,
          });
      },
    },
    {
      id: "validate.refuses-text",
      level: "MUST",
      covers: ["errors.shape"],
      sentence: 'The error response for an account says in "error" or "message" what is wrong',
      reason: "It is all that the person at the form sees",
      fix: 'Return {"error": "…", "message": "…"}',
      check: async (context) => {
        const answer = await wrongAnswer(context);
        if (answer.status >= 400 && answer.status < 500 && !hasText(answer))
          unmet(`The error response has no text: got "${answer.text.slice(0, 60)}"`, { witness: answer });
      },
    },
    {
      id: "validate.needs-fields",
      level: "MUST",
      covers: ["validate.400"],
      sentence: "An account without any of its fields is not accepted",
      reason: "Anybody is let in",
      fix: "Refuse an account whose required fields are missing",
      check: expectFieldsNeeded,
    },
    {
      id: "validate.needs-secret",
      level: "MUST",
      covers: ["validate.401"],
      sentence: "An account whose secret is empty, shortened or written otherwise is not accepted",
      reason: "Anybody who knows a name, or guesses the beginning of a secret, is let in",
      fix: "Compare the whole secret, and refuse an empty one",
      check: expectSecretNeeded,
    },
    {
      id: "validate.inherited-names",
      level: "MUST",
      covers: ["errors.400"],
      sentence: 'A user or an account kind named like a built-in member, such as "constructor", is unknown',
      reason: "A table without own-key check finds something for it and lets anybody in",
      fix: "Look names up in a Map or with Object.hasOwn",
      check: expectNoInheritedNames,
    },
  ]),
  ...defineRequirements({ area: "data", section: "POST /" }, [
    {
      id: "data.refuses",
      level: "MUST",
      covers: ["errors.401", "data.order"],
      sentence: "An account that POST /validate refuses gets neither rows nor an empty list",
      reason: "Anybody gets rows, or an empty report looks correct",
      fix: "Try the account before the status line is sent, and return 401",
      check: async (context) => {
        const { target, wrong } = await refusedAccount(context);
        expectRefused(await askRows(context, target, { account: wrong.flat }), context);
      },
    },
    {
      id: "data.refuses-status",
      level: "MUST",
      covers: ["errors.401"],
      sentence: "POST / returns 401 for an invalid account, not 5xx",
      reason: "The platform reports a broken connector instead of asking the person to sign in again",
      fix: "Catch the refusal of the third party and return 401",
      check: async (context) => {
        const { target, wrong } = await refusedAccount(context);
        const answer = await askRows(context, target, { account: wrong.flat });
        if (answer.status >= 500)
          unmet(`POST / returned ${answer.status} for an invalid account`, {
            witness: answer,
            cause: wrongAccountFailed,
          });
      },
    },
  ]),
  ...defineRequirements({ area: "datalist", section: "POST /datalist" }, [
    {
      id: "datalist.refuses",
      level: "SHOULD",
      covers: ["datalist.401"],
      sentence: "An invalid account gets no options of an account",
      reason: "The list shows what belongs to somebody, or an empty list looks like the truth",
      fix: "Try the account before options are returned",
      check: expectOptionsRefused,
    },
  ]),
];

async function wrongAnswer(context: CheckContext): Promise<Exchange> {
  await accepted(context);
  const { wrong } = await wrongAccountOf(context);
  mayValidate(context, wrong);
  return context.post("/validate", { id: wrong.kind.id, fields: wrong.members });
}

function isAccepted({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

function hasText({ text }: Exchange): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return typeof value === "string" && value !== "";
    return ["error", "message", "errors"].some((name) => (value[name] ?? "") !== "");
  } catch {
    return false;
  }
}

async function expectFieldsNeeded(context: CheckContext): Promise<void> {
  const { kinds } = await declaredBy(context);
  if (kinds.length === 0 || kinds.some(asksNothing))
    notApplicable("only account kinds that ask for something", "A kind asks for nothing");
  const kind = kinds.find(({ fields }) => fields.some(({ type }) => type === "password" || type === "text"));
  if (kind === undefined) notApplicable("account form", "No kind has a field to fill in");
  for (const id of [kind.id, "no-such-kind"]) {
    const answer = await sendHostile(context, "/validate", { id, fields: {} });
    if (isAccepted(answer))
      unmet(`POST /validate accepted an account of kind "${id}" without a single field`, {
        witness: answer,
        cause: wrongAccountAccepted,
      });
  }
}

/** An error under a success status is another mistake than an account that is not tried. */
function describeAccount(answer: Exchange): string {
  const body = parseObject(answer.text) ?? {};
  const { name } = body;
  const error = ["error", "message", "errors"].find((member) => body[member] !== undefined);
  if (name === undefined && error !== undefined) return `, with the refusal as "${error}" in its body`;
  return typeof name === "string" ? `, with the name ${JSON.stringify(name.slice(0, 60))}` : "";
}

async function expectSecretNeeded(context: CheckContext): Promise<void> {
  const account = await accountOf(context);
  if (context.options.readOnly === true)
    notApplicable("option readOnly", "Several wrong secrets could lock the account");
  const before = await wrongAnswer(context);
  if (isAccepted(before)) couldNotRun("Any secret is accepted");
  for (const id of account.secretIds) {
    // Either the access token or the refresh token may be wrong: the account works with the other one.
    if ("refresh_token" in account.members && /^(?:access|refresh)_token$/.test(id)) continue;
    const secret = String(account.members[id]);
    const isPassword = account.kind.fields.some((field) => field.id === id && field.type === "password");
    const others = [
      "",
      secret.slice(0, -1),
      secret.slice(0, 4),
      `${secret}x`,
      isPassword ? flipCase(secret) : secret,
    ];
    for (const other of others) {
      if (other === secret) continue;
      const answer = await validateWith(context, account, { [id]: other });
      if (isAccepted(answer))
        unmet(`POST /validate accepted "${id}" ${describeChange(secret, other)}`, {
          witness: answer,
          cause: wrongAccountAccepted,
        });
    }
  }
}

function describeChange(secret: string, text: string): string {
  if (text === "") return "left empty";
  if (text.length < secret.length) return `cut to ${text.length} of its ${secret.length} characters`;
  return text.length > secret.length ? "with a character more" : "in other case";
}

/** The case of hexadecimal secrets may not matter. */
function flipCase(text: string): string {
  if (/^[\da-f-]*$/i.test(text)) return text;
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

function validateWith(
  context: CheckContext,
  { kind, members }: ResolvedAccount,
  changed: JsonObject,
): Promise<Exchange> {
  return sendHostile(context, "/validate", { id: kind.id, fields: { ...members, ...changed } });
}

async function expectNoInheritedNames(context: CheckContext): Promise<void> {
  const { kinds } = await declaredBy(context);
  if (kinds.length === 0 || kinds.some(asksNothing))
    notApplicable("only account kinds that ask for something", "A kind asks for nothing");
  const unknown = await sendHostile(context, "/validate", { id: "no-such-kind", fields: {} });
  const bodies = inherited.map((id): JsonObject => ({ id, fields: {} }));
  const users = kinds.flatMap(({ id, fields }) => {
    const user = fields.find(({ type }) => type === "text");
    const secret = fields.some(({ type }) => type === "password");
    return user === undefined || !secret
      ? []
      : inherited.map((name) => ({ id, fields: { [user.id]: name } }));
  });
  for (const body of [...bodies, ...users]) {
    const answer = await sendHostile(context, "/validate", body);
    if (isAccepted(answer) && !isAccepted(unknown))
      unmet(`POST /validate accepted ${JSON.stringify(body)}`, { witness: answer });
  }
}

async function refusedAccount(context: CheckContext) {
  const target = await dataTarget(context);
  if ((await askRows(context, target)).status >= 300) couldNotRun("POST / returns no rows for the account");
  if (isAccepted(await wrongAnswer(context))) couldNotRun("POST /validate accepts the wrong account too");
  return { target, ...(await wrongAccountOf(context)) };
}

function expectRefused(answer: Exchange, _context: CheckContext): void {
  if (!isAccepted(answer) || answer.ending === "cut") return;
  // A late refusal is an error record in the stream, because the status line was already sent.
  if (readRows(answer)?.mark !== undefined) return;
  const table = readTable(answer);
  const found = table === undefined ? "200" : `${table.rows.length} rows`;
  unmet(`${nameExchange(answer)} returned ${found} to an account that POST /validate refuses`, {
    witness: answer,
  });
}

async function expectOptionsRefused(context: CheckContext): Promise<void> {
  const targets = await context.once(datalistTargets);
  // GET / returns fixed choices to anybody.
  const live = targets.filter(({ field }) => field.options.length === 0);
  if (live.length === 0)
    notApplicable("options of an account", "GET / already shows the options of each field");
  await refusedAccount(context);
  const { wrong } = await wrongAccountOf(context);
  for (const { path, field } of live.slice(0, 2)) {
    const answer = await context.post(path, wrong.flat);
    if (isAccepted(answer))
      unmet(`POST /datalist returned ${answer.status} for "${field.id}" to an invalid account`, {
        witness: answer,
      });
  }
}
