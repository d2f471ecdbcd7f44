import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { expectStatus } from "../expect/expect-status.js";
import { couldNotRun, notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { filledRuns, firstRuns, idsOf, pageOf, readRun, type SyncRun, wholeRuns } from "./read-run.js";
import { askPage, syncTarget } from "./target.js";

/** Requirements on the entities of POST data. */
export const dataRequirements = defineRequirements({ area: "sync-data", section: "Synchronizer: data" }, [
  {
    id: "sync-data.answers",
    level: "MUST",
    covers: ["sync.data"],
    sentence: "POST /api/v1/synchronizer/data returns 200 for every type",
    reason: "A type that can be chosen and never arrives stops the whole synchronization",
    fix: "Return a page for each type of the configuration",
    check: async (context) => {
      for (const { exchange } of await firstPages(context)) {
        expectStatus(exchange, 200);
        objectOf(exchange);
      }
    },
  },
  {
    id: "sync-data.items",
    level: "MUST",
    covers: ["sync.data"],
    sentence: '"items" is a list',
    reason: "Nothing else of the response is stored",
    fix: "Send an array, empty when there is nothing",
    check: async (context) => {
      for (const { id, exchange } of await firstPages(context)) {
        if (exchange.status !== 200) couldNotRun(`POST data returns ${exchange.status} for type "${id}"`);
        const { items } = objectOf(exchange);
        if (!Array.isArray(items)) unmet(`expected an array as "items" of type "${id}", got ${typeof items}`);
      }
    },
  },
  {
    id: "sync-data.entities",
    level: "MUST",
    covers: ["sync.data"],
    sentence: "Every item is an object",
    reason: "Anything else has no fields",
    fix: "Send one object for each entity",
    check: async (context) => {
      for (const { type, pages } of await firstRuns(context)) {
        for (const { items, exchange } of pages) {
          const other = items.find((item) => !isObject(item));
          if (other !== undefined)
            unmet(`expected objects of type "${type.id}", got ${JSON.stringify(other).slice(0, 60)}`, {
              witness: exchange,
            });
        }
      }
    },
  },
  {
    id: "sync-data.id",
    level: "MUST",
    covers: ["sync.data"],
    sentence: "Every entity has an id",
    reason: "Without one it is dropped, or stored again with every run",
    fix: 'Send the id of the third party as "id"',
    check: async (context) => {
      for (const { type, entities } of await filledRuns(context)) {
        const other = entities.find(({ id }) => id === "");
        if (other !== undefined)
          unmet(
            `An entity of type "${type.id}" has the id ${JSON.stringify(other.value["id"]) ?? "undefined"}`,
            {
              witness: other.exchange,
            },
          );
      }
    },
  },
  {
    id: "sync-data.name",
    level: "SHOULD",
    covers: ["sync.data"],
    sentence: "Some entity has a name",
    reason: "People see a list of empty titles",
    fix: 'Fill "name", or the field of the sub type "title"',
    check: async (context) => {
      const { schema } = await syncTarget(context);
      for (const { type, entities } of await filledRuns(context)) {
        const titles = Object.entries(schema[type.id] ?? {}).flatMap(([id, field]) =>
          isObject(field) && field["subType"] === "title" ? [id] : [],
        );
        if (!entities.some(({ value }) => ["name", ...titles].some((id) => isFilled(value[id]))))
          unmet(`None of ${entities.length} entities of type "${type.id}" has a name`);
      }
    },
  },
  {
    id: "sync-data.type",
    level: "MUST",
    covers: ["sync.data"],
    sentence: 'The entities are of the "requestedType"',
    reason: "Entities of one type are stored in the table of another",
    fix: 'Read "requestedType", not the first of "types"',
    check: async (context) => {
      const [first, second] = await filledRuns(context);
      if (first === undefined || second === undefined)
        return notApplicable("two types with entities", "Only one type has entities");
      const { schema } = await syncTarget(context);
      // Types with the same fields, such as two lists of tags, may also have the same entities.
      if (deepEqual(schema[first.type.id], schema[second.type.id]))
        return notApplicable("types with different fields", "The first two types have the same fields");
      if (deepEqual(valuesOf(first), valuesOf(second))) unmet("Two types have the same entities");
      return undefined;
    },
  },
  {
    id: "sync-data.fields-sent",
    level: "SHOULD",
    covers: ["sync.data"],
    sentence: "Every declared field is in some entity",
    reason: "A column that is always empty looks like lost data",
    fix: "Send the field under the id of the schema, or take it out of the schema",
    check: async (context) => {
      const { schema } = await syncTarget(context);
      for (const { type, entities } of await wholeRuns(context)) {
        const sent = new Set(entities.flatMap(({ value }) => Object.keys(value)));
        const never = Object.keys(schema[type.id] ?? {}).find((id) => id !== "__syncAction" && !sent.has(id));
        if (never !== undefined) unmet(`No entity of type "${type.id}" has the field "${never}"`);
      }
    },
  },
  {
    id: "sync-data.fields-declared",
    level: "SHOULD",
    covers: ["sync.data"],
    sentence: "Entities have no field that the schema does not declare",
    reason: "What is not declared is not stored",
    fix: "Declare the field, or do not send it",
    check: async (context) => {
      const { schema } = await syncTarget(context);
      for (const { type, entities } of await filledRuns(context)) {
        const fields = schema[type.id] ?? {};
        const other = entities
          .flatMap(({ value }) => Object.keys(value))
          .find((id) => id !== "__syncAction" && !Object.hasOwn(fields, id));
        if (other !== undefined) unmet(`The field "${other}" of type "${type.id}" is not declared`);
      }
    },
  },
  {
    id: "sync-data.steady",
    level: "MUST",
    covers: ["sync.data"],
    sentence: "A second run returns every entity of the first",
    reason: "An entity that is missing from a full run is deleted",
    fix: "Page in an order that does not change, and never drop an entity on an error",
    check: async (context) => {
      for (const run of await wholeRuns(context)) {
        const again = await readRun(context, run.type, { fresh: 1 });
        const ids = idsOf(again);
        const lost = [...idsOf(run)].find((id) => !ids.has(id));
        if (again.whole && lost !== undefined)
          unmet(`Entity "${lost}" of type "${run.type.id}" was missing from the second run`);
      }
    },
  },
  {
    id: "sync-data.unknown-type",
    level: "MUST",
    covers: ["sync.data", "sync.errors"],
    sentence: "An unknown type returns 400",
    reason: "An empty page says that all its entities are gone",
    fix: "Look the type up first",
    check: async (context) => {
      await firstRuns(context);
      expectStatus(await askPage(context, { requestedType: "no-such-type" }), 400);
    },
  },
  {
    id: "sync-data.missing-type",
    level: "MUST",
    covers: ["sync.data", "sync.errors"],
    sentence: 'A request without "requestedType" returns 400',
    reason: "Whatever else comes is stored in the wrong table",
    fix: "Check the member before anything is read",
    check: async (context) => {
      await firstRuns(context);
      expectStatus(await askPage(context, {}), 400);
    },
  },
  {
    id: "sync-data.refuses",
    level: "MUST",
    covers: ["sync.data", "sync.errors"],
    sentence: "An invalid account gets no entity",
    reason: "Anybody could read the data of everybody",
    fix: "Ask the third party with the account of the request; return 401 when it refuses",
    check: async (context) => {
      const { wrong } = await wrongAccountOf(context);
      const [run] = await filledRuns(context);
      const exchange = await askPage(context, { requestedType: run?.type.id, account: wrong.flat });
      const count = pageOf(exchange)?.items.length ?? 0;
      if (exchange.status < 300)
        unmet(`expected a refusal of an invalid account, got ${exchange.status} with ${count} entities`);
    },
  },
]);

const maxTypes = 3;

/** Requests the first page of some types, without those that the account may not read, if it may read others. */
async function firstPages(
  context: CheckContext,
): Promise<ReadonlyArray<{ readonly id: string; readonly exchange: Exchange }>> {
  const { types } = await syncTarget(context);
  const pages: Array<{ readonly id: string; readonly exchange: Exchange }> = [];
  for (const { id } of types.slice(0, maxTypes))
    pages.push({ id, exchange: await askPage(context, { requestedType: id }) });
  const allowed = pages.filter(({ exchange }) => exchange.status !== 403);
  return allowed.length > 0 ? allowed : pages;
}

function valuesOf({ entities }: SyncRun): readonly JsonObject[] {
  return entities.map(({ value }) => value);
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
