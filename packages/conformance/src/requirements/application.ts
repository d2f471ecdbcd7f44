import { deepEqual } from "../expect/deep-equal.js";
import { expectHeader, expectJsonType } from "../expect/expect-header.js";
import { expectStatus } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, isSet, objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { applicationOf } from "../target/application.js";
import { expectNoEmpty, expectText } from "./member-checks.js";

/** Requirements on the response of GET / as a whole. */
export const applicationRequirements = defineRequirements({ area: "application", section: "GET /" }, [
  {
    id: "application.answers",
    level: "MUST",
    covers: ["get.status", "get.public"],
    sentence: "GET / returns 200 without an account",
    reason: "It is the first thing a platform asks; without it nothing else happens",
    fix: "Return 200 for GET / without an account",
    check: async (context) => expectStatus(await context.get("/"), 200),
  },
  {
    id: "application.object",
    level: "MUST",
    covers: ["get.members", "general.json"],
    sentence: "GET / returns a JSON object",
    reason: "The platform reads the form of accounts and filters from it",
    fix: "Send one JSON object in UTF-8",
    check: async (context) => void objectOf(await context.get("/")),
  },
  {
    id: "application.content-type",
    level: "MUST",
    covers: ["general.json"],
    sentence: "GET / is labelled application/json",
    reason: "Caches, proxies and newer platforms go by the label",
    fix: 'Set "Content-Type: application/json"',
    check: async (context) => expectJsonType(await context.get("/")),
  },
  {
    id: "application.version",
    level: "MUST",
    covers: ["get.members"],
    sentence: '"version" is text that is not empty',
    reason: "A platform refuses a connector without it",
    fix: 'Add "version", e.g. "1.0.0"',
    check: async (context) => expectText(await applicationOf(context), "version"),
  },
  {
    id: "application.name",
    level: "MUST",
    covers: ["get.members"],
    sentence: '"name" is text that is not empty',
    reason: "It is what people see in the gallery",
    fix: 'Add "name"',
    check: async (context) => expectText(await applicationOf(context), "name"),
  },
  {
    id: "application.description",
    level: "MUST",
    covers: ["get.members"],
    sentence: '"description" is text',
    reason: "People choose a connector by it",
    fix: 'Add "description"',
    check: async (context) => {
      const { description } = await applicationOf(context);
      if (typeof description !== "string") unmet(`expected text as "description", got ${typeof description}`);
    },
  },
  {
    id: "application.id",
    level: "MUST",
    covers: ["get.members"],
    sentence: '"id" is text that is not empty',
    reason: "It keeps two connectors apart whatever their names",
    fix: 'Add "id", a short fixed name',
    check: async (context) => expectText(await applicationOf(context), "id"),
  },
  {
    id: "application.authentication",
    level: "MUST",
    covers: ["get.members"],
    sentence: '"authentication" is an array with at least one account kind',
    reason: "Without a kind nobody can connect, not even to open data",
    fix: 'List the account kinds; for open data one with id "none"',
    check: async (context) => expectNoEmpty(await applicationOf(context), "authentication"),
  },
  {
    id: "application.sources",
    level: "MUST",
    covers: ["get.members"],
    sentence: '"sources" is an array',
    reason: "A platform refuses a connector without it",
    fix: 'Add "sources", one entry per kind of row',
    check: async (context) => {
      const { sources } = await applicationOf(context);
      if (!Array.isArray(sources)) unmet(`expected an array as "sources", got ${typeof sources}`);
    },
  },
  {
    id: "application.sources-any",
    level: "SHOULD",
    covers: ["public.sources"],
    section: "Public documents, application schema",
    sentence: '"sources" has at least one entry',
    reason: "A connector for reports without sources shows nothing",
    fix: "Declare at least one source",
    check: async (context) => {
      const { sources } = await applicationOf(context);
      if (Array.isArray(sources) && sources.length === 0) unmet('"sources" is empty');
    },
  },
  {
    id: "application.site-pair",
    level: "MUST",
    covers: ["alias.site", "get.when-set"],
    sentence: '"site" and "website" are both set and equal, or both absent',
    reason: "Each generation reads only one of the two names",
    fix: "Emit both names with the same value",
    check: async (context) => {
      const { site, website } = await applicationOf(context);
      if (site !== website)
        unmet(`"site" is ${JSON.stringify(site)} and "website" is ${JSON.stringify(website)}`);
    },
  },
  {
    id: "application.tags",
    level: "MUST",
    covers: ["get.when-set"],
    sentence: '"tags", when set, is an array of text',
    reason: "Tags of another form break the gallery's search",
    fix: "Send an array of text, or leave it out",
    check: async (context) => {
      const { tags } = await applicationOf(context);
      const right = !isSet(tags) || (Array.isArray(tags) && tags.every((tag) => typeof tag === "string"));
      if (!right) unmet(`"tags" is ${JSON.stringify(tags)}`);
    },
  },
  {
    id: "application.color",
    level: "MUST",
    covers: ["get.when-set"],
    sentence: '"color", when set, is written #RRGGBB',
    reason: "The platform paints the connector's tile with it",
    fix: 'Write six hexadecimal digits, e.g. "#FF9900"',
    check: async (context) => {
      const { color } = await applicationOf(context);
      const right = color == null || (typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color));
      if (!right) unmet(`"color" is ${JSON.stringify(color)}`);
    },
  },
  {
    id: "application.type",
    level: "MUST",
    covers: ["get.type"],
    sentence: '"type" is "crunch" or "none"',
    reason: "The platform reads it to decide whether to request a schema",
    fix: 'Send "crunch" when POST /schema is served, else "none"',
    check: async (context) => {
      const { type } = await applicationOf(context);
      const optional = context.isPublic && !isSet(type);
      if (!optional && type !== "crunch" && type !== "none") unmet(`"type" is ${JSON.stringify(type)}`);
    },
  },
  {
    id: "application.type-true",
    level: "MUST",
    covers: ["get.type"],
    sentence: '"type" is "crunch" exactly when POST /schema is served',
    reason: "Otherwise the platform requests a schema that does not exist, or never requests one",
    fix: "Derive the member from whether the endpoint is served",
    check: async (context) => {
      const { type } = await applicationOf(context);
      await expectOffered(context, "/schema", type === "crunch");
    },
  },
  {
    id: "application.timezone-true",
    level: "MUST",
    covers: ["get.features"],
    sentence: '"features.timezone" is true exactly when POST /timezone is served',
    reason: "Otherwise dates are computed in the wrong zone",
    fix: "Derive the member from whether the endpoint is served",
    check: async (context) => {
      const { features } = await applicationOf(context);
      await expectOffered(context, "/timezone", isObject(features) && features["timezone"] === true);
    },
  },
  {
    id: "application.responsible-for",
    level: "MUST",
    covers: ["get.responsible-for"],
    sentence:
      '"responsibleFor" says with four booleans whether the connector handles data, users, synchronization and automations',
    reason: "The newer generation shows only what a connector says it does",
    fix: "Send all four members as booleans",
    check: async (context) => {
      const names = ["dataProviding", "userAuthentication", "dataSynchronization", "automations"];
      const { responsibleFor } = await applicationOf(context);
      if (!isObject(responsibleFor))
        unmet(`expected an object as "responsibleFor", got ${typeof responsibleFor}`);
      const odd = names.find((name) => typeof responsibleFor[name] !== "boolean");
      if (odd !== undefined)
        unmet(`expected a boolean as "responsibleFor.${odd}", got ${typeof responsibleFor[odd]}`);
    },
  },
  {
    id: "application.data-providing",
    level: "MUST",
    covers: ["get.responsible-for"],
    sentence: '"responsibleFor" claims data, but neither users nor automations',
    reason: "A claim that is not kept sends the platform to endpoints that do not exist",
    fix: 'Send "dataProviding": true, "userAuthentication": false, "automations": false',
    check: async (context) => {
      const { responsibleFor } = await applicationOf(context);
      if (!isObject(responsibleFor)) notApplicable("responsibleFor", '"responsibleFor" is missing');
      const { dataProviding, userAuthentication, automations } = responsibleFor;
      const kept = dataProviding !== false && userAuthentication !== true && automations !== true;
      if (!kept) unmet(`"responsibleFor" is ${JSON.stringify(responsibleFor)}`);
    },
  },
  {
    id: "application.synchronization-true",
    level: "MUST",
    covers: ["get.responsible-for"],
    sentence:
      '"responsibleFor.dataSynchronization" is true exactly when POST /api/v1/synchronizer/config is served',
    reason: "Otherwise the newest generation calls endpoints that do not exist",
    fix: "Derive the member from whether those endpoints are served",
    check: async (context) => {
      const { responsibleFor } = await applicationOf(context);
      if (!isObject(responsibleFor)) notApplicable("responsibleFor", '"responsibleFor" is missing');
      await expectOffered(
        context,
        "/api/v1/synchronizer/config",
        responsibleFor["dataSynchronization"] === true,
      );
    },
  },
  {
    id: "application.etag",
    level: "MUST",
    covers: ["get.etag"],
    sentence: "GET / carries an ETag and returns 304 for If-None-Match with it",
    reason: "Platforms ask often; an unchanged response should cost nothing",
    fix: "Send an ETag of the body and compare it",
    check: async (context) => {
      const first = await context.get("/");
      expectHeader(first, "etag", /^(?:W\/)?"[^"]*"$/);
      expectStatus(
        await context.get("/", { headers: { "if-none-match": first.headers["etag"] ?? "" } }),
        304,
      );
    },
  },
  {
    id: "application.stable",
    level: "SHOULD",
    covers: ["public.stable"],
    section: "Public documents, application schema",
    sentence: "Two GET / requests in a row return the same response",
    reason: "A form that changes while it is filled in loses input",
    fix: "Leave out times and random values, keep the order",
    check: async (context) => {
      const [first, second] = [await context.get("/"), await context.get("/", { fresh: 1 })];
      if (!deepEqual(objectOf(first), objectOf(second))) unmet("The second GET / differs from the first");
    },
  },
  {
    id: "application.unknown-query",
    level: "MUST",
    covers: ["general.unknown-ignored"],
    sentence: "Unknown query arguments of GET / are ignored",
    reason: "Platforms add arguments over the years",
    fix: "Read the arguments you know and no others",
    check: async (context) => expectStatus(await context.get("/?unknown=1&_=2"), 200),
  },
]);

async function expectOffered(context: CheckContext, path: string, declared: boolean): Promise<void> {
  const { status } = await context.post(path, {});
  const absent = status === 404 || status === 405 || status === 501;
  if (declared && absent) unmet(`GET / promises POST ${path}, which returns ${status}`);
  if (!declared && !absent) unmet(`GET / does not promise POST ${path}, which returns ${status}`);
}
