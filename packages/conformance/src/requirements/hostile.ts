import { expectStatus, nameExchange } from "../expect/expect-status.js";
import { unmet } from "../expect/finding.js";
import { TransportFault } from "../probe/transport-fault.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements, type RequirementDraft } from "../requirement/define-requirements.js";
import { askRows, dataTarget } from "../target/data-target.js";
import { datalistTarget } from "../target/datalist-target.js";
import { type BodyEndpoint, bodyEndpoints, expectOffer } from "../target/offered.js";
import { datalistPath } from "../target/option-values.js";

const endpointNames: readonly BodyEndpoint[] = [
  "data",
  "validate",
  "datalist",
  "schema",
  "timezone",
  "filter-check",
];
const hostileSources: ReadonlyArray<readonly [string, string]> = [
  ["prototype", "__proto__"],
  ["constructor", "constructor"],
  ["path", "../../etc/passwd"],
];
const main: readonly BodyEndpoint[] = ["data", "validate"];

/** Created when first needed. */
let largeBody: string | undefined;

/** Requirements on the handling of invalid and hostile requests. */
export const hostileRequirements = defineRequirements({ area: "errors", section: "Errors" }, [
  ...endpointNames.map(brokenJson),
  ...main.map(notAnObject),
  ...main.map(emptyBody),
  ...main.map(otherMediaType),
  ...main.map(compressed),
  ...hostileSources.map(hostileSource),
  {
    id: "errors.source-object",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "A source that is an object returns 400",
    reason: "Code that expects text breaks or does what it should not",
    fix: "Check the type of every member before it is used",
    check: async (context) =>
      expectStatus(await askRows(context, await dataTarget(context), { source: { id: "x" } }), 400),
  },
  {
    id: "errors.filter-text",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "A filter that is text returns 400",
    reason: "If it is ignored, all rows come where some were requested",
    fix: "Check that the filter is an object",
    check: async (context) =>
      expectStatus(await askRows(context, await dataTarget(context), { filter: "state" }), 400),
  },
  {
    id: "errors.account-text",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "An account that is text returns 400",
    reason: "Code that expects an object breaks or takes it for an empty one",
    fix: "Check that the account is an object",
    check: async (context) =>
      expectStatus(await askRows(context, await dataTarget(context), { account: "me" }), 400),
  },
  {
    id: "errors.fields-text",
    level: "MUST",
    covers: ["errors.400", "validate.400"],
    sentence: "Fields of an account that are text return 400",
    reason: "Code that expects an object breaks or takes it for an empty one",
    fix: "Check that the fields are an object",
    check: async (context) =>
      expectStatus(await context.post("/validate", { id: "none", fields: "me" }), 400),
  },
  {
    id: "errors.kind-prototype",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "Account kinds named like parts of the language are unknown kinds: 400",
    reason: "A table without own-key check finds something for them",
    fix: "Look kinds up in a Map or with hasOwn",
    check: async (context) => {
      for (const id of ["constructor", "__proto__"])
        expectStatus(await context.post("/validate", { id, fields: {} }), 400);
    },
  },
  {
    id: "errors.field-prototype",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "Fields named like parts of the language are unknown fields: 400",
    reason: "A table without own-key check finds something for them",
    fix: "Look fields up in a Map or with hasOwn",
    check: async (context) => {
      const { source, account } = await datalistTarget(context);
      const path = datalistPath({ source: source.id, field: "constructor" });
      expectStatus(await context.post(path, account.flat), 400);
    },
  },
  {
    id: "errors.filter-prototype",
    level: "MUST",
    covers: ["errors.500", "data.unknown-members"],
    sentence: "A filter member named __proto__ changes nothing",
    reason: "Merged carelessly it changes every object of the process",
    fix: "Copy declared members only",
    check: async (context) => {
      const target = await dataTarget(context);
      const filter = JSON.stringify(target.filter).replace(/^\{/, '{"__proto__":{"limit":0,"rows":[]},');
      const account = JSON.stringify(target.account.flat);
      const body = `{"source":${JSON.stringify(target.source.id)},"account":${account},"filter":${filter.replace(",}", "}")}}`;
      const { status } = await askRows(context, target);
      expectStatus(await context.post("/", body), status, 400);
    },
  },
  {
    id: "errors.deep-body",
    level: "MUST",
    covers: ["errors.500", "errors.400"],
    sentence: "A body nested ten thousand deep is refused or ignored, not a fault",
    reason: "It costs the caller 20 KB and the server its stack",
    fix: "Limit the depth of bodies and return 400",
    check: async (context) => {
      const exchange = await context.post(
        "/validate",
        `{"id":"no-such-kind","fields":{},"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
      );
      if (exchange.status >= 500) unmet(`${nameExchange(exchange)} returned ${exchange.status}`);
    },
  },
  {
    id: "errors.large-body",
    level: "MUST",
    covers: ["errors.413"],
    sentence: "A body of 17 MiB returns 413",
    reason: "Without a limit a few requests fill the memory",
    fix: "Limit the size of bodies and look at Content-Length first",
    check: async (context) => {
      largeBody ??= `{"id":"no-such-kind","fields":{},"x":"${"x".repeat(17_825_792)}"}`;
      try {
        expectStatus(await context.post("/validate", largeBody), 413);
      } catch (error) {
        if (error instanceof TransportFault && error.kind === "reset")
          unmet("expected 413, got a closed connection");
        throw error;
      }
    },
  },
]);

function brokenJson(name: BodyEndpoint): RequirementDraft {
  return {
    id: `errors.broken-json.${name}`,
    level: "MUST",
    covers: ["errors.400"],
    sentence: `POST ${bodyEndpoints[name]} returns 400 for a body that is broken JSON`,
    reason: "It is the caller's mistake, and the status says so",
    fix: "Catch the parser's error and return 400",
    check: async (context) => expectStatus(await postOffered(context, name, "{"), 400),
  };
}

function notAnObject(name: BodyEndpoint): RequirementDraft {
  return {
    id: `errors.not-object.${name}`,
    level: "MUST",
    covers: ["errors.400"],
    sentence: `POST ${bodyEndpoints[name]} returns 400 for a body that is an array`,
    reason: "Code that expects an object breaks or takes it for an empty one",
    fix: "Check that the body is an object",
    check: async (context) => expectStatus(await postOffered(context, name, "[1]"), 400),
  };
}

function emptyBody(name: BodyEndpoint): RequirementDraft {
  return {
    id: `errors.empty-body.${name}`,
    level: "MUST",
    covers: ["errors.400", "errors.500"],
    sentence: `POST ${bodyEndpoints[name]} does not break on an empty body`,
    reason: "A health check that posts nothing must not raise an alarm",
    fix: "Treat an empty body as an empty object, or return 400",
    check: async (context) => {
      const exchange = await postOffered(context, name, "");
      if (exchange.status >= 500) unmet(`${nameExchange(exchange)} returned ${exchange.status}`);
    },
  };
}

function otherMediaType(name: BodyEndpoint): RequirementDraft {
  return {
    id: `errors.media-type.${name}`,
    level: "MUST",
    covers: ["errors.415"],
    sentence: `POST ${bodyEndpoints[name]} returns 415 for a body labelled as XML`,
    reason: "Forms of other sites can post such bodies without asking",
    fix: "Accept application/json only",
    check: async (context) => {
      const exchange = await context.post(bodyEndpoints[name], "<x/>", {
        headers: { "content-type": "application/xml" },
      });
      expectStatus(exchange, 415);
    },
  };
}

function compressed(name: BodyEndpoint): RequirementDraft {
  return {
    id: `errors.compressed.${name}`,
    level: "MUST",
    covers: ["errors.415"],
    sentence: `POST ${bodyEndpoints[name]} returns 415 for a body labelled as compressed`,
    reason: "A small body can unpack into a huge one",
    fix: "Refuse every Content-Encoding of a request",
    check: async (context) => {
      const exchange = await context.post(bodyEndpoints[name], "{}", {
        headers: { "content-encoding": "gzip" },
      });
      expectStatus(exchange, 415);
    },
  };
}

function hostileSource([name, source]: readonly [string, string]): RequirementDraft {
  return {
    id: `errors.hostile-source.${name}`,
    level: "MUST",
    covers: ["errors.400"],
    sentence: `A source named ${source} is an unknown source: 400`,
    reason: "A table without own-key check, or a file name made of it, finds something",
    fix: "Look sources up in a Map; never make a path of an id",
    check: async (context: CheckContext) =>
      expectStatus(await askRows(context, await dataTarget(context), { source }), 400),
  };
}

async function postOffered(
  context: CheckContext,
  name: BodyEndpoint,
  body: string,
): ReturnType<CheckContext["post"]> {
  await expectOffer(context, name);
  return context.post(bodyEndpoints[name], body);
}
