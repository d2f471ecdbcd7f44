import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { firstRuns, pageOf } from "./read-run.js";
import { askPage, paths, syncTarget } from "./target.js";

const posts = [paths.config, paths.schema, paths.data] as const;

/** Names that every object of the language has. */
const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty"];

/** Requirements on refusals, and on requests that mean harm. */
export const errorRequirements = defineRequirements(
  { area: "sync-errors", section: "Synchronizer: errors" },
  [
    {
      id: "sync-errors.message",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: 'An error response is JSON with text as "message"',
      reason: "It is the only thing that people get to read",
      fix: 'Return {"message": "…"} with the status',
      check: async (context) => {
        for (const exchange of await refusals(context)) {
          const { message } = objectOf(exchange);
          if (typeof message !== "string" || message.trim() === "")
            unmet(`expected text as "message", got ${JSON.stringify(message) ?? "nothing"}`, {
              witness: exchange,
            });
        }
      },
    },
    {
      id: "sync-errors.try-later",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: '"tryLater" of an error response is true or false, and not true for a mistake of the caller',
      reason: "The platform repeats a request that can never work",
      fix: 'Send "tryLater": true only for 429 and for failures that pass',
      check: async (context) => {
        for (const exchange of await refusals(context)) {
          const { tryLater } = objectOf(exchange);
          if (tryLater !== undefined && tryLater !== null && tryLater !== false)
            unmet(`"tryLater" of a status ${exchange.status} is ${JSON.stringify(tryLater)}`, {
              witness: exchange,
            });
        }
      },
    },
    {
      id: "sync-errors.secret",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "An error response holds no secret of the account",
      reason: "Messages are shown to everybody who may see the data",
      fix: "Write messages of your own; never repeat the request or the third party's response",
      check: async (context) => {
        const { wrong } = await wrongAccountOf(context);
        const secrets = wrong.secretIds.map((id) => String(wrong.members[id]));
        for (const path of posts) {
          const exchange = await context.post(path, {
            requestedType: "none",
            types: [],
            account: wrong.flat,
            filter: {},
          });
          const told = secrets.find((secret) => exchange.text.includes(secret));
          if (told !== undefined) unmet("The answer holds the secret of the request", { witness: exchange });
        }
      },
    },
    {
      id: "sync-errors.account",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "An invalid account is never a failure of the service",
      reason: "The platform tries again and again instead of asking for a new account",
      fix: "Return 401 when the third party refuses the account",
      check: async (context) => {
        const { wrong } = await wrongAccountOf(context);
        const { types } = await syncTarget(context);
        for (const path of posts) {
          const body = {
            requestedType: types[0]?.id,
            types: types.map(({ id }) => id),
            account: wrong.flat,
            filter: {},
          };
          const { status } = await context.post(path, body);
          if (status >= 500) unmet(`expected 401 from POST ${path} for an invalid account, got ${status}`);
        }
      },
    },
    {
      id: "sync-errors.malformed",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "A body that is not JSON returns 400",
      reason: "A mistake of the caller looks like a failure of the service",
      fix: "Catch the error of the parser",
      check: async (context) => {
        await syncTarget(context);
        for (const path of posts) expectStatus(await context.post(path, "{"), 400);
      },
    },
    {
      id: "sync-errors.not-object",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "A body that is not an object returns 400",
      reason: "A mistake of the caller looks like a failure of the service",
      fix: "Check the type of the body",
      check: async (context) => {
        await syncTarget(context);
        for (const body of ["[]", '"text"', "null"]) expectStatus(await context.post(paths.data, body), 400);
      },
    },
    {
      id: "sync-errors.inherited",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: 'Names of built-in members, such as "constructor", are unknown types',
      reason: "Internals of the program are returned as data, or the service fails",
      fix: "Look types up in a map, or with Object.hasOwn",
      check: async (context) => {
        await firstRuns(context);
        const unknown = await askPage(context, { requestedType: "no-such-type" });
        if (unknown.status < 400) notApplicable("unknown types", "Any unknown type is answered with a page");
        const known = new Set((await syncTarget(context)).types.map(({ id }) => id));
        for (const requestedType of inherited.filter((name) => !known.has(name))) {
          const { status } = await askPage(context, { requestedType });
          if (status < 400 || status >= 500) unmet(`expected 400 for type "${requestedType}", got ${status}`);
        }
      },
    },
    {
      id: "sync-errors.wrong-members",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "Members of the wrong type do not make the connector fail",
      reason: "A failure is repeated for ever",
      fix: "Check each member before it is used",
      check: async (context) => {
        const [run] = await firstRuns(context);
        const requestedType = run?.type.id;
        const bodies = [
          { requestedType: 7 },
          { requestedType: ["a"] },
          { requestedType, types: "issue" },
          { requestedType, filter: "all" },
          { requestedType, account: "me" },
          { requestedType, lastSynchronizedAt: { $gt: 0 } },
        ];
        for (const body of bodies) {
          const { status } = await askPage(context, body);
          if (status >= 500)
            unmet(`expected no failure for ${JSON.stringify(body).slice(0, 80)}, got ${status}`);
        }
      },
    },
    {
      id: "sync-errors.unknown-path",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "An unknown path of the synchronizer returns 404",
      reason: "Newer platforms test whether an endpoint exists",
      fix: "Return 404",
      check: async (context) =>
        expectStatus(await context.post("/api/v1/synchronizer/no-such-path", {}), 404),
    },
    {
      id: "sync-errors.method",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "GET on an endpoint returns 404 or 405",
      reason: "A page of data in the cache of a proxy is read by others",
      fix: "Serve POST only",
      check: async (context) => {
        await syncTarget(context);
        for (const path of posts) expectStatus(await context.get(path), 404, 405);
      },
    },
    {
      id: "sync-errors.apart",
      level: "MUST",
      covers: ["sync.errors"],
      sentence: "Concurrent requests get their own pages",
      reason: "The data of one caller is stored by another",
      fix: "Keep nothing of a request in the service",
      check: async (context) => {
        const runs = await firstRuns(context);
        const [first, second] = runs;
        if (first === undefined || second === undefined)
          notApplicable("two types", "Only one type can be read");
        const asked = [first, second, first, second];
        const pages = await Promise.all(
          asked.map(async ({ type }, index) =>
            pageOf(await askPage(context, { requestedType: type.id }, { fresh: 20 + index })),
          ),
        );
        for (const [index, page] of pages.entries()) {
          const other = asked[(index + 1) % asked.length]?.pages[0];
          const own = asked[index]?.pages[0];
          if (
            page === undefined ||
            (other &&
              !deepEqual(other.items, own?.items) &&
              other.items.length > 0 &&
              deepEqual(page.items, other.items))
          )
            unmet(
              `Type "${asked[index]?.type.id}" was answered with ${page === undefined ? "a failure" : "another type"} beside other requests`,
            );
        }
      },
    },
  ],
);

async function refusals(context: CheckContext): Promise<readonly Exchange[]> {
  await firstRuns(context);
  const answers = [await askPage(context, { requestedType: "no-such-type" }), await askPage(context, {})];
  const refused = answers.filter(({ status }) => status >= 400);
  if (refused.length === 0) notApplicable("refusals", "The connector refused nothing that is wrong");
  return refused.filter((one) => isObject(one));
}
