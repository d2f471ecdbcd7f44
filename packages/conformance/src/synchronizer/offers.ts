import type { Exchange } from "../exchange/exchange.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { applicationOf } from "../target/application.js";
import { objectsIn } from "../target/read-declared.js";
import { firstRuns } from "./read-run.js";
import { paths, schemaFields, syncTarget } from "./target.js";

const argumentTypes: ReadonlySet<unknown> = new Set(["text", "textarea"]);

/** Requirements on what only some connectors offer: files, webhooks and actions. Nothing is created or run. */
export const offerRequirements = defineRequirements(
  { area: "sync-offers", section: "Synchronizer: files, webhooks, actions" },
  [
    {
      id: "sync-offers.file",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "A file that an entity points to with app://resource is answered 200",
      reason: "People see a broken file",
      fix: 'Stream the file for the "params" of its address',
      check: async (context) => expectStatus(await askFile(context, (await resourceOf(context)).params), 200),
    },
    {
      id: "sync-offers.file-params",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "A file without its params is answered 400 or 404",
      reason: "An error page is stored as the file",
      fix: "Check the params before anything is sent",
      check: async (context) => {
        await resourceOf(context);
        expectStatus(await askFile(context, {}), 400, 404);
      },
    },
    {
      id: "sync-offers.file-escape",
      level: "MUST",
      covers: ["sync.files"],
      sentence: "Params that no entity has do not choose a file of the server or another address",
      reason: "Anybody reads files of the machine, or calls services behind its firewall",
      fix: "Seal the params, or look them up; never use them as a path or an address",
      check: async (context) => {
        const { params } = await resourceOf(context);
        for (const value of [
          "/etc/passwd",
          "../../../../etc/passwd",
          "file:///etc/passwd",
          "http://127.0.0.1:1/",
        ]) {
          const changed = Object.fromEntries(Object.keys(params).map((name) => [name, value]));
          const { status, text } = await askFile(context, changed);
          if (/^root:/m.test(text)) unmet(`The params ${JSON.stringify(value)} read a file of the server`);
          if (status < 300 || status >= 500)
            unmet(`expected a refusal of the params ${JSON.stringify(value)}, got ${status}`);
        }
      },
    },
    {
      id: "sync-offers.event",
      level: "MUST",
      covers: ["sync.webhooks"],
      sentence: "An event without a valid signature is refused with a status of 4xx",
      reason: "Anybody can change the data of everybody",
      fix: "Check the signature first; answer 400 or 401",
      check: async (context) => {
        const { webhooks } = (await syncTarget(context)).config;
        if (!isObject(webhooks) || webhooks["enabled"] !== true)
          notApplicable("webhooks", "Webhooks are not enabled");
        const exchange = await (webhooks["type"] === "ui"
          ? context.post(paths.preProcess, { forged: "by wellhead" })
          : context.post(paths.verify, { payload: { forged: "by wellhead" }, params: {} }));
        if (exchange.status < 400 || exchange.status >= 500)
          unmet(`expected 400 or 401, got ${exchange.status}`);
      },
    },
    {
      id: "sync-offers.transform",
      level: "MUST",
      covers: ["sync.webhooks"],
      sentence: "An event that nobody knows changes nothing and is no failure",
      reason: "New kinds of events stop the synchronization",
      fix: 'Answer {"data": {}} to events that you do not use',
      check: async (context) => {
        const { config, account, types } = await syncTarget(context);
        if (!isObject(config["webhooks"]) || config["webhooks"]["enabled"] !== true)
          notApplicable("webhooks", "Webhooks are not enabled");
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
        if (twice !== undefined) unmet(`The action ${JSON.stringify(twice)} is there twice`);
      },
    },
    {
      id: "sync-offers.arguments",
      level: "MUST",
      covers: ["sync.actions"],
      sentence: "Every argument of an action has an id, a name and a known type",
      reason: "The form of the action has no box for it",
      fix: 'Declare {"id", "name", "type": "text"} or "textarea"',
      check: async (context) => {
        const args = (await actionsOf(context)).flatMap(({ action, args: list }) =>
          objectsIn(list).map((argument) => ({ action, argument })),
        );
        if (args.length === 0) notApplicable("arguments", "No action has an argument");
        for (const { action, argument } of args) {
          const { id, name, type } = argument;
          if (
            typeof id !== "string" ||
            typeof name !== "string" ||
            (type !== undefined && !argumentTypes.has(type))
          )
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
      fix: "Look the action up; answer 400",
      check: async (context) => {
        await actionsOf(context);
        const { flat } = (await syncTarget(context)).account;
        const exchange = await context.post(paths.action, {
          action: { action: "no-such-action", args: {} },
          account: flat,
        });
        if (exchange.status < 400 || exchange.status >= 500) unmet(`expected 400, got ${exchange.status}`);
        const { message } = objectOf(exchange);
        if (typeof message !== "string" || message === "") unmet('expected text as "message"');
      },
    },
  ],
);

async function actionsOf(context: CheckContext): Promise<readonly JsonObject[]> {
  const actions = objectsIn((await applicationOf(context))["actions"]);
  return actions.length > 0 ? actions : notApplicable("actions", "GET / declares no action");
}

/** An address of a file that the connector serves itself: `app://resource?a=1`. */
async function resourceOf(
  context: CheckContext,
): Promise<{ readonly params: Readonly<Record<string, string>> }> {
  const fields = (await schemaFields(context)).filter(
    ({ value }) => value["subType"] === "file" || value["subType"] === "avatar",
  );
  if (fields.length === 0) notApplicable("files", "No field is a file");
  for (const { type, entities } of await firstRuns(context)) {
    const ids = fields.filter((field) => field.type === type.id).map(({ id }) => id);
    const address = entities
      .flatMap(({ value }) => ids.flatMap((id) => value[id]))
      .find((one) => typeof one === "string" && one.startsWith("app://resource"));
    if (typeof address === "string") return { params: Object.fromEntries(new URL(address).searchParams) };
  }
  return notApplicable("app://resource", "No entity points to a file of the connector itself");
}

async function askFile(context: CheckContext, params: JsonObject): Promise<Exchange> {
  const { account, types, filter } = await syncTarget(context);
  return context.post(paths.resource, {
    types: types.map(({ id }) => id),
    account: account.flat,
    filter,
    params,
  });
}
