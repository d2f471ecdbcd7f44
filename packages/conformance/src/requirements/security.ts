import type { Exchange } from "../exchange/exchange.js";
import { nameExchange } from "../expect/expect-status.js";
import { Finding, notApplicable, unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { canary, wrongAccountOf } from "../target/account.js";
import { applicationOf, declaredBy } from "../target/application.js";
import { dataBody, dataTarget } from "../target/data-target.js";
import { datalistTarget } from "../target/datalist-target.js";
import type { DeclaredField } from "../target/declared.js";
import { mayValidate } from "../target/validate-target.js";
import { expectEach } from "./member-checks.js";
import { successes } from "./success-samples.js";

/** Requirements on information that must never leak or only helps attackers. */
export const securityRequirements = defineRequirements({ area: "security", section: "Errors" }, [
  {
    id: "security.secret-echo",
    level: "MUST",
    covers: ["errors.text-safe"],
    sentence: "A response to an invalid account does not contain a secret that was sent",
    reason: "Responses are logged, shown and pasted into tickets",
    fix: "Never put input into an error text; wrap secrets so that they cannot be printed",
    check: async (context) => {
      for (const exchange of await wrongAnswers(context)) {
        if (holds(exchange.text)) unmet(`${nameExchange(exchange)} returned the secret it was sent`);
      }
    },
  },
  {
    id: "security.secret-header",
    level: "MUST",
    covers: ["errors.text-safe"],
    sentence: "A header of a response does not contain a secret that was sent",
    reason: "Headers are logged by every proxy on the way",
    fix: "Make no header of input",
    check: async (context) => {
      for (const exchange of await wrongAnswers(context)) {
        if (holds(JSON.stringify(exchange.headers)))
          unmet(`${nameExchange(exchange)} returned the secret in a header`);
      }
    },
  },
  {
    id: "security.secret-default",
    level: "MUST",
    covers: ["fields.password"],
    section: "GET /, fields and filter",
    sentence: "A field of type password has no default value",
    reason: "GET / is public: the default would be everybody's secret",
    fix: "Remove the default",
    check: async (context) => {
      const fields = (await accountFields(context)).filter(({ value: { type } }) => type === "password");
      expectEach(fields, "password field", ({ raw: { defaultValue, value } }) =>
        (defaultValue ?? "") === "" && (value ?? "") === "" ? undefined : "it has a default value",
      );
    },
  },
  {
    id: "security.secret-type",
    level: "SHOULD",
    covers: ["fields.password"],
    section: "GET /, fields and filter",
    sentence: "A field of an account whose id speaks of a secret is of type password",
    reason: "The form shows the text of any other field to anybody who looks over the shoulder",
    fix: 'Use the type "password"',
    check: async (context) => {
      const fields = (await accountFields(context)).filter(({ value: { id } }) =>
        /passw|secret|token|api_?key/i.test(id),
      );
      expectEach(fields, "account field named like a secret", ({ type }) =>
        type === "password" || type === "link" || type === "oauth" ? undefined : `it is of type ${type}`,
      );
    },
  },
  {
    id: "security.controls",
    level: "SHOULD",
    covers: ["public.hygiene"],
    section: "Public documents, security",
    sentence:
      "Names and descriptions hold no control characters and no marks that change the direction of text",
    reason: "They forge what a log or a terminal shows",
    fix: "Remove them from the texts of GET /",
    check: async (context) => {
      const text = JSON.stringify(await applicationOf(context));
      // JSON writes C0 controls as escapes and other characters literally.
      const found = /\\u00[01][0-9a-f]|\\[bf]|[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/i.exec(text);
      if (found !== null) unmet(`GET / holds the character ${JSON.stringify(found[0])}`);
    },
  },
  {
    id: "security.cors",
    level: "MUST",
    covers: ["public.hygiene"],
    section: "Public documents, security",
    sentence: "No foreign site is allowed to read responses with credentials",
    reason: "Any page could use the connector in the name of its visitor",
    fix: "Send no Access-Control-Allow-Credentials, and do not copy Origin",
    check: async (context) => {
      const exchange = await context.get("/", { headers: { origin: "https://foreign.example" } });
      const credentials = exchange.headers["access-control-allow-credentials"] === "true";
      if (credentials) unmet('GET / returned "access-control-allow-credentials: true" to a foreign origin');
    },
  },
  {
    id: "security.cors-data",
    level: "SHOULD",
    covers: ["public.hygiene"],
    section: "Public documents, security",
    sentence: "No foreign site is allowed to read rows",
    reason: "Platforms call from servers; only a page of somebody else needs this",
    fix: "Send no Access-Control-Allow-Origin on POST /",
    check: async (context) => {
      const body = dataBody(await dataTarget(context));
      const { headers } = await context.post("/", body, { headers: { origin: "https://foreign.example" } });
      const allowed = headers["access-control-allow-origin"];
      if (allowed === "*" || allowed === "https://foreign.example") {
        unmet(`POST / returned "access-control-allow-origin: ${allowed}" to a foreign origin`);
      }
    },
  },
  {
    id: "security.cookies",
    level: "SHOULD",
    covers: ["public.hygiene"],
    section: "Public documents, security",
    sentence: "No response sets a cookie",
    reason: "Everything a request needs is in the request; a session is a second truth",
    fix: "Switch sessions off",
    check: async (context) => {
      for (const exchange of await successes(context)) {
        if (exchange.headers["set-cookie"] !== undefined) unmet(`${nameExchange(exchange)} sets a cookie`);
      }
    },
  },
  {
    id: "security.server-names",
    level: "SHOULD",
    covers: ["public.hygiene"],
    section: "Public documents, security",
    sentence: "No header names the software and its version",
    reason: "It shows an attacker which faults to try",
    fix: "Remove X-Powered-By and the version from Server",
    check: async (context) => {
      const { headers } = await context.get("/");
      const powered = headers["x-powered-by"];
      if (powered !== undefined) unmet(`GET / returned "x-powered-by: ${powered}"`);
      if (/\d\.\d/.test(headers["server"] ?? "")) unmet(`GET / returned "server: ${headers["server"]}"`);
    },
  },
  {
    id: "security.https",
    level: "SHOULD",
    covers: ["public.https"],
    section: "Public documents, security",
    sentence: "The address is https, unless it is this machine's own",
    reason: "Accounts travel in the body of every request",
    fix: "Put a proxy with a certificate in front",
    check: async (context) => {
      const { base } = context.run;
      await context.get("/");
      const own = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(base.hostname);
      if (base.protocol !== "https:" && !own) unmet(`The address is ${base.protocol}//${base.host}`);
    },
  },
]);

const forms = [canary, encodeURIComponent(canary), Buffer.from(canary).toString("base64").replace(/=+$/, "")];

function holds(text: string): boolean {
  return forms.some((form) => text.includes(form));
}

async function wrongAnswers(context: CheckContext): Promise<readonly Exchange[]> {
  const { wrong } = await wrongAccountOf(context);
  mayValidate(context, wrong);
  const answers = [await context.post("/validate", { id: wrong.kind.id, fields: wrong.members })];
  const target = await dataTarget(context).catch(ignoreMissing);
  if (target !== undefined) answers.push(await context.post("/", dataBody(target, { account: wrong.flat })));
  const list = await datalistTarget(context).catch(ignoreMissing);
  if (list !== undefined) answers.push(await context.post(list.path, wrong.flat));
  return answers;
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Finding && error.kind === "not-applicable") return undefined;
  throw error;
}

async function accountFields(
  context: CheckContext,
): Promise<ReadonlyArray<{ readonly where: string; readonly value: DeclaredField }>> {
  const { kinds } = await declaredBy(context);
  if (kinds.length === 0) notApplicable("account kind", "GET / declares no account kind");
  return kinds.flatMap(({ id, fields }) =>
    fields.map((value) => ({ where: `account kind "${id}", field "${value.id}"`, value })),
  );
}
