import type { Exchange } from "../exchange/exchange.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, isSet, type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { applicationOf } from "../target/application.js";
import { objectsIn } from "../target/read-declared.js";
import { paths, syncTarget } from "./target.js";

const argumentTypes: ReadonlySet<unknown> = new Set(["text", "textarea"]);

/** Names that every object of the language has. */
const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty"];

/** Signatures in the headers of third parties, all of them wrong. */
const wrongSignatures: Readonly<Record<string, string>> = {
  "x-hub-signature-256": `sha256=${"0".repeat(64)}`,
  "x-signature": "0".repeat(64),
  "x-hook-signature": "0".repeat(64),
  "x-webhook-signature": "0".repeat(64),
  "stripe-signature": `t=1,v1=${"0".repeat(64)}`,
  "intuit-signature": `${"A".repeat(43)}=`,
  signature: "0".repeat(64),
  authorization: "Bearer forged",
};

/** Requirements on what only some connectors offer: webhooks and actions. Nothing is created or run. */
export const offerRequirements = defineRequirements(
  { area: "sync-offers", section: "Synchronizer: files, webhooks, actions" },
  [
    {
      id: "sync-offers.event",
      level: "MUST",
      covers: ["sync.webhooks"],
      sentence: "An event without a valid signature is refused with a status of 4xx",
      reason: "Anybody can change the data of everybody",
      fix: "Check the signature first; return 400 or 401",
      check: async (context) => {
        const isManual = (await webhooksOf(context))["type"] === "ui";
        for (const params of [{}, wrongSignatures]) {
          const exchange = await (isManual
            ? context.post(paths.preProcess, { forged: "by wellhead" }, { headers: params })
            : context.post(paths.verify, { payload: { forged: "by wellhead" }, params }));
          if (exchange.status < 400 || exchange.status >= 500) {
            const kind = params === wrongSignatures ? "a wrong signature" : "no signature";
            unmet(`expected 400 or 401 for an event with ${kind}, got ${exchange.status}`);
          }
        }
      },
    },
    {
      id: "sync-offers.webhook-account",
      level: "SHOULD",
      covers: ["sync.webhooks", "sync.errors"],
      sentence: "No webhook is made for an account that does not work",
      reason: "The platform waits for events that never come",
      fix: "Use the account to make the webhook; return 401 when the third party refuses it",
      check: async (context) => {
        const { wrong } = await wrongAccountOf(context);
        const { types, filter } = await syncTarget(context);
        // Webhooks that a person sets up need no call of the third party.
        if ((await webhooksOf(context))["type"] === "ui")
          notApplicable("registered webhooks", "A person sets the webhooks up");
        const body = { types: types.map(({ id }) => id), account: wrong.flat, filter, url: unusedUrl };
        const { status } = await context.post(paths.webhooks, body);
        if (status < 400) unmet(`expected a refusal of an invalid account, got ${status}`);
        if (status >= 500) unmet(`expected 401 for an invalid account, got ${status}`);
      },
    },
    {
      id: "sync-offers.served",
      level: "MUST",
      covers: ["sync.webhooks", "sync.actions"],
      sentence: "The endpoints of webhooks and actions exist when the connector declares them",
      reason: "What people set up never works",
      fix: "Serve the endpoints, or do not declare them",
      check: async (context) => {
        const { webhooks } = (await syncTarget(context)).config;
        const isManual = isObject(webhooks) && webhooks["type"] === "ui";
        const offered = [
          ...(isEnabled(webhooks)
            ? [paths.webhooks, isManual ? paths.preProcess : paths.verify, paths.transform]
            : []),
          ...(objectsIn((await applicationOf(context))["actions"]).length > 0 ? [paths.action] : []),
        ];
        if (offered.length === 0) notApplicable("webhooks or actions", "The connector declares neither");
        const missing = await context.post("/api/v1/synchronizer/no-such-path", {});
        for (const path of offered) {
          const exchange = await context.post(path, {});
          if (absent.has(exchange.status) && essence(exchange) === essence(missing))
            unmet(`expected POST ${path} to be there, got ${exchange.status} as for an unknown path`);
        }
      },
    },
    {
      id: "sync-offers.transform",
      level: "MUST",
      covers: ["sync.webhooks"],
      sentence: "An unknown event changes nothing and is not an error",
      reason: "New kinds of events stop the synchronization",
      fix: 'Return {"data": {}} for events that you do not use',
      check: async (context) => {
        const { account, types } = await syncTarget(context);
        await webhooksOf(context);
        const body = {
          payload: { unknown: "event" },
          params: {},
          account: account.flat,
          types: types.map(({ id }) => id),
        };
        const exchange = await context.post(paths.transform, body);
        if (exchange.status >= 500) unmet(`expected no failure, got ${exchange.status}`);
        if (exchange.status < 300 && !isObject(objectOf(exchange)["data"]))
          unmet('expected an object as "data"');
      },
    },
    {
      id: "sync-offers.actions",
      level: "MUST",
      covers: ["sync.actions"],
      sentence: "Every action has an id, a name and a list of arguments",
      reason: "The action is not offered",
      fix: 'Declare {"action", "name", "args"}, the list empty when there are none',
      check: async (context) => {
        const actions = await actionsOf(context);
        for (const { action, name, args } of actions) {
          if (typeof action !== "string" || action === "" || typeof name !== "string" || name === "")
            unmet(`An action has neither id nor name: ${JSON.stringify({ action, name })}`);
          if (!Array.isArray(args))
            unmet(`Action "${action}": expected an array as "args", got ${typeof args}`);
        }
        const ids = actions.map(({ action }) => action);
        const twice = ids.find((id, index) => ids.indexOf(id) !== index);
        if (twice !== undefined) unmet(`The action ${JSON.stringify(twice)} occurs twice`);
      },
    },
    {
      id: "sync-offers.arguments",
      level: "MUST",
      covers: ["sync.actions"],
      sentence: "Every argument of an action has an id, a name and a known type",
      reason: "The form of the action shows no control for it",
      fix: 'Declare {"id", "name", "type": "text"} or "textarea"',
      check: async (context) => {
        const args = (await actionsOf(context)).flatMap(({ action, args: list }) =>
          objectsIn(list).map((argument) => ({ action, argument })),
        );
        if (args.length === 0) notApplicable("arguments", "No action has an argument");
        for (const { action, argument } of args) {
          const { id, name, type } = argument;
          if (typeof id !== "string" || typeof name !== "string" || (isSet(type) && !argumentTypes.has(type)))
            unmet(
              `Action ${JSON.stringify(action)} has the argument ${JSON.stringify(argument).slice(0, 100)}`,
            );
        }
      },
    },
    {
      id: "sync-offers.unknown-action",
      level: "MUST",
      covers: ["sync.actions", "sync.errors"],
      sentence: "An unknown action is refused with a message",
      reason: "A rule that does nothing looks as if it worked",
      fix: "Look the action up; return 400",
      check: async (context) => {
        await actionsOf(context);
        const { flat } = (await syncTarget(context)).account;
        for (const action of ["no-such-action", ...inherited]) {
          const exchange = await context.post(paths.action, { action: { action, args: {} }, account: flat });
          if (exchange.status < 400 || exchange.status >= 500)
            unmet(`expected 400 for the action "${action}", got ${exchange.status}`);
          const { message } = objectOf(exchange);
          if (typeof message !== "string" || message === "") unmet('expected text as "message"');
        }
      },
    },
  ],
);

/** An address that nobody answers. */
const unusedUrl = "https://wellhead.invalid/webhook";

/** Statuses of a server that does not have an endpoint. */
const absent: ReadonlySet<number> = new Set([404, 405, 501]);

/** Returns status and text without what differs between requests: paths and ids. */
function essence({ status, text, request }: Exchange): string {
  const plain = text.replaceAll(request.path, "").replaceAll(/[\da-f]{8}-[\da-f-]{27}/gi, "");
  return `${status} ${plain}`;
}

function isEnabled(webhooks: unknown): webhooks is JsonObject {
  return isObject(webhooks) && webhooks["enabled"] === true;
}

/** Returns what the configuration says about webhooks. */
async function webhooksOf(context: CheckContext): Promise<JsonObject> {
  const { webhooks } = (await syncTarget(context)).config;
  return isEnabled(webhooks) ? webhooks : notApplicable("webhooks", "Webhooks are not enabled");
}

async function actionsOf(context: CheckContext): Promise<readonly JsonObject[]> {
  const actions = objectsIn((await applicationOf(context))["actions"]);
  return actions.length > 0 ? actions : notApplicable("actions", "GET / declares no action");
}
