import type { Exchange } from "../exchange/exchange.js";
import { deepEqual } from "../expect/deep-equal.js";
import { expectHeader, expectJsonType } from "../expect/expect-header.js";
import { expectStatus, nameExchange } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import { objectOf } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { askRows, dataTarget } from "../target/data-target.js";
import { validatable } from "../target/validate-target.js";
import { successes } from "./success-samples.js";

/** Requirements on every path. */
export const httpRequirements = defineRequirements({ area: "http", section: "General rules" }, [
  {
    id: "http.trailing-slash",
    level: "MUST",
    covers: ["general.trailing-slash"],
    sentence: "POST /validate/ returns what POST /validate does",
    reason: "Platforms join addresses with and without a slash",
    fix: "Accept one trailing slash on every path",
    check: async (context) => {
      const { kind, members } = await validatable(context);
      const body = { id: kind.id, fields: members };
      const [plain, slashed] = [
        await context.post("/validate", body),
        await context.post("/validate/", body),
      ];
      expectStatus(slashed, plain.status);
    },
  },
  {
    id: "http.trailing-slash-get",
    level: "MUST",
    covers: ["general.trailing-slash"],
    sentence: "GET /logo/ returns what GET /logo does",
    reason: "Platforms join addresses with and without a slash",
    fix: "Accept one trailing slash on every path",
    check: async (context) => {
      const logo = await context.get("/logo");
      expectStatus(await context.get("/logo/"), logo.status);
    },
  },
  {
    id: "http.correlation-id",
    level: "MUST",
    covers: ["general.correlation"],
    sentence: "x-correlationid of a request is in the response",
    reason: "It is how the platform's logs and yours are put together",
    fix: "Copy the header into the response",
    check: async (context) => {
      const exchange = await context.get("/", { headers: { "x-correlationid": "check-7c1" } });
      expectHeader(exchange, "x-correlationid", /^check-7c1$/);
    },
  },
  {
    id: "http.request-id",
    level: "MUST",
    covers: ["general.correlation"],
    sentence: "x-request-id of a request is in the response",
    reason: "Proxies and newer platforms use this name",
    fix: "Copy the header into the response",
    check: async (context) => {
      const exchange = await context.get("/", { headers: { "x-request-id": "check-7c2" } });
      const values = [exchange.headers["x-request-id"], exchange.headers["x-correlationid"]];
      if (!values.includes("check-7c2")) unmet('The response carries "x-request-id" under neither name');
    },
  },
  {
    id: "http.correlation-made",
    level: "MUST",
    covers: ["general.correlation"],
    sentence: "A response carries a correlation id though the request had none",
    reason: "Somebody who reports a fault needs something to quote",
    fix: "Make an id when none arrives",
    check: async (context) => {
      const { headers } = await context.get("/");
      const made = headers["x-correlationid"] ?? headers["x-request-id"] ?? "";
      if (made === "") unmet('The response carries neither "x-correlationid" nor "x-request-id"');
    },
  },
  {
    id: "http.correlation-odd",
    level: "SHOULD",
    covers: ["general.correlation"],
    sentence: "A correlation id of 300 unusual characters does not break the request",
    reason: "Written unchecked into a log or a header, it lets the caller forge lines",
    fix: "Generate an id when the given one is too long or has unusual characters",
    check: async (context) => {
      const odd = `"><script>'${"%0d%0a".repeat(50)}`;
      expectStatus(await context.get("/", { headers: { "x-correlationid": odd } }), 200);
    },
  },
  {
    id: "http.no-store",
    level: "MUST",
    covers: ["general.no-store"],
    sentence: "Every response but the logo says Cache-Control: no-store",
    reason: "Responses hold accounts and rows; a shared cache would hand them to others",
    fix: 'Set "Cache-Control: no-store" on everything but the logo',
    check: async (context) => {
      for (const exchange of await successes(context))
        expectHeader(exchange, "cache-control", /\bno-store\b/i);
    },
  },
  {
    id: "http.json-type",
    level: "MUST",
    covers: ["general.json"],
    sentence: "POST /validate and the optional endpoints label their responses application/json",
    reason: "Caches, proxies and newer platforms go by the label",
    fix: 'Set "Content-Type: application/json"',
    check: async (context) => {
      const others = (await successes(context)).filter(({ request: { path } }) => path !== "/");
      if (others.length === 0) notApplicable("answers", "No endpoint but GET / and POST / answered 200");
      for (const exchange of others) expectJsonType(exchange);
    },
  },
  {
    id: "http.utf8",
    level: "MUST",
    covers: ["general.json"],
    sentence: "Every response is UTF-8",
    reason: "JSON in another encoding shows wrong letters or fails",
    fix: "Encode responses as UTF-8 and name no other charset",
    check: async (context) => {
      for (const exchange of await successes(context)) {
        if (!exchange.utf8)
          unmet(`${nameExchange(exchange)} returned bytes that are not UTF-8`, { witness: exchange });
        const charset = /charset="?([\w-]+)/i.exec(exchange.headers["content-type"] ?? "")?.[1] ?? "utf-8";
        if (charset.toLowerCase() !== "utf-8")
          unmet(`${nameExchange(exchange)} names the charset ${charset}`, { witness: exchange });
      }
    },
  },
  {
    id: "http.unicode",
    level: "MUST",
    covers: ["general.json", "general.unknown-ignored"],
    sentence: "A request with letters of any script in an unknown member gets the usual response",
    reason: "Accounts carry names of people",
    fix: "Read bodies as UTF-8",
    check: async (context) => {
      const { kind, members } = await validatable(context);
      const plain = await context.post("/validate", { id: kind.id, fields: members });
      const odd = await context.post("/validate", {
        id: kind.id,
        fields: { ...members, owner: "Ада 李 🙂 ‮" },
      });
      expectStatus(odd, plain.status);
    },
  },
  {
    id: "http.head",
    level: "MUST",
    covers: ["http.head"],
    section: "Optional v2 endpoints",
    sentence: "HEAD / returns what GET / does, without a body",
    reason: "Monitors and proxies ask this way",
    fix: "Serve HEAD wherever GET is served",
    check: async (context) => expectHead(context, "/"),
  },
  {
    id: "http.head-logo",
    level: "MUST",
    covers: ["http.head"],
    section: "Optional v2 endpoints",
    sentence: "HEAD /logo returns what GET /logo does, without a body",
    reason: "Galleries check whether there is a logo before they show it",
    fix: "Serve HEAD wherever GET is served",
    check: async (context) => expectHead(context, "/logo"),
  },
  {
    id: "http.options",
    level: "MUST",
    covers: ["http.options"],
    section: "Optional v2 endpoints",
    sentence: "OPTIONS / returns 204",
    reason: "The first generation asks before it calls",
    fix: "Respond to OPTIONS with 204 and no body",
    check: async (context) => expectStatus(await context.send({ method: "OPTIONS", path: "/" }), 204),
  },
  {
    id: "http.options-validate",
    level: "MUST",
    covers: ["http.options"],
    section: "Optional v2 endpoints",
    sentence: "OPTIONS /validate returns 204",
    reason: "It is asked of every path, not only of the base address",
    fix: "Respond to OPTIONS with 204 and no body on every path",
    check: async (context) => expectStatus(await context.send({ method: "OPTIONS", path: "/validate" }), 204),
  },
  {
    id: "http.account-marker-both",
    level: "MUST",
    covers: ["alias.account-kind", "general.both-generations"],
    sentence: "The kind of an account is read from auth and from identifier alike",
    reason: "The documents name one member, real platforms send the other",
    fix: "Accept either; send both when you are the client",
    check: async (context) => {
      const target = await dataTarget(context);
      const { members, kind } = target.account;
      const both = await askRows(context, target);
      for (const marker of ["auth", "identifier"]) {
        const account = { ...members, [marker]: kind.id };
        const one = await askRows(context, target, { account });
        if (one.status !== both.status)
          unmet(`With "${marker}" alone POST / returned ${one.status}, with both ${both.status}`);
      }
    },
  },
  {
    id: "http.account-unmarked",
    level: "MUST",
    covers: ["alias.account-kind"],
    sentence: "A connector with one account kind needs no marker of the kind",
    reason: "Some platforms leave it out when there is no choice",
    fix: "Take the only kind when neither auth nor identifier is there",
    check: async (context) => {
      const { authentication } = objectOf(await context.get("/"));
      const single = Array.isArray(authentication) && authentication.length === 1;
      if (!single) notApplicable("single account kind", "The connector has several account kinds");
      const target = await dataTarget(context);
      const [both, none] = [
        await askRows(context, target),
        await askRows(context, target, { account: target.account.members }),
      ];
      expectStatus(none, both.status);
    },
  },
]);

async function expectHead(context: CheckContext, path: string): Promise<void> {
  const get = await context.get(path);
  const head = await context.send({ method: "HEAD", path });
  expectStatus(head, get.status);
  const names = ["content-type", "etag", "cache-control"];
  if (!deepEqual(pick(head, names), pick(get, names)))
    unmet(`HEAD ${path} carries other headers than GET ${path}`);
}

function pick({ headers }: Exchange, names: readonly string[]): unknown {
  return names.map((name) => headers[name] ?? null);
}
