import { errorCodes } from "@wellhead/contract";
import type { Exchange } from "../exchange/exchange.js";
import { expectJsonType } from "../expect/expect-header.js";
import { expectStatus, nameExchange } from "../expect/expect-status.js";
import { Finding, notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { type BodyEndpoint, bodyEndpoints, expectOffer } from "../target/offered.js";

/** Requirements on the form of every refusal. */
export const errorRequirements = defineRequirements({ area: "errors", section: "Errors" }, [
  {
    id: "errors.object",
    level: "MUST",
    covers: ["errors.shape"],
    sentence: "Every error response is a JSON object",
    reason: "The platform shows the text inside; of anything else it shows nothing",
    fix: "Respond to errors of every path with one JSON object, those of your framework too",
    check: async (context) =>
      eachRefusal(context, (exchange) =>
        isObject(parsed(exchange.text)) ? undefined : `found "${exchange.text.slice(0, 40)}"`,
      ),
  },
  {
    id: "errors.content-type",
    level: "MUST",
    covers: ["errors.shape", "general.json"],
    sentence: "Every error response is labelled application/json",
    reason: "An error response labelled as HTML can be made to run in a browser",
    fix: 'Set "Content-Type: application/json"',
    check: async (context) => {
      for (const exchange of await refusals(context)) expectJsonType(exchange);
    },
  },
  {
    id: "errors.text",
    level: "MUST",
    covers: ["errors.shape"],
    sentence: 'Every error response says in "error" or "message" what is wrong',
    reason: "It is all that the person at the form sees",
    fix: "Write a sentence: what failed, why, and what to do",
    check: async (context) =>
      eachAnswer(context, ({ error, message }) =>
        [error, message].some((text) => typeof text === "string" && text !== "")
          ? undefined
          : "it has no text",
      ),
  },
  {
    id: "errors.text-pair",
    level: "MUST",
    covers: ["alias.error-text"],
    sentence: '"error" and "message" of an error response are both set and equal',
    reason: "Each generation reads only one of the two names",
    fix: "Emit both with the same text",
    check: async (context) =>
      eachAnswer(context, ({ error, message }) =>
        error === message ? undefined : "error and message differ",
      ),
  },
  {
    id: "errors.code",
    level: "MUST",
    covers: ["errors.codes", "errors.shape"],
    sentence: 'Every error response carries a "code" of the published list',
    reason: "Programs decide by it what to do next",
    fix: `Use one of ${Object.keys(errorCodes).join(", ")}`,
    check: async (context) =>
      eachAnswer(context, ({ code }) => (isCode(code) ? undefined : `its code is ${JSON.stringify(code)}`)),
  },
  {
    id: "errors.code-status",
    level: "MUST",
    covers: ["errors.codes"],
    sentence: "The code of an error response goes with its HTTP status",
    reason: "A program cannot handle a code and a status that disagree",
    fix: "Take the status from the published list",
    check: async (context) =>
      eachRefusal(context, ({ text, status }) => {
        const answer = parsed(text);
        const code = isObject(answer) ? answer["code"] : undefined;
        if (!isCode(code)) return undefined;
        const wanted = errorCodes[code].status;
        return wanted === status ? undefined : `expected ${wanted} with code "${code}", got ${status}`;
      }),
  },
  {
    id: "errors.status",
    level: "MUST",
    covers: ["errors.shape"],
    sentence: '"status" of an error response equals its HTTP status',
    reason: "Proxies change the status line, but not the body",
    fix: "Write the status into the body",
    check: async (context) =>
      eachRefusal(context, ({ text, status }) => {
        const answer = parsed(text);
        const found = isObject(answer) ? answer["status"] : undefined;
        return found === status
          ? undefined
          : `"status" is ${JSON.stringify(found)}, but the status line has ${status}`;
      }),
  },
  {
    id: "errors.request-id",
    level: "MUST",
    covers: ["errors.shape"],
    sentence: 'Every error response carries a "requestId"',
    reason: "Somebody who reports a fault needs something to quote",
    fix: "Write the correlation id into the body",
    check: async (context) =>
      eachAnswer(context, ({ requestId }) =>
        typeof requestId === "string" && requestId !== "" ? undefined : "it has no requestId",
      ),
  },
  {
    id: "errors.no-stack",
    level: "MUST",
    covers: ["errors.text-safe", "errors.500"],
    sentence: "No error response shows a stack trace, a file of the server or markup",
    reason: "It does not help the person at the form, but it helps an attacker",
    fix: "Catch every error and respond with a sentence of your own",
    check: async (context) =>
      eachRefusal(context, ({ text }) => {
        const found = trace.exec(text);
        return found === null ? undefined : `it holds "${found[0].slice(0, 60)}"`;
      }),
  },
  {
    id: "errors.unknown-path",
    level: "MUST",
    covers: ["errors.404"],
    sentence: "An unknown path returns 404",
    reason: "It distinguishes a mistyped address from a broken connector",
    fix: "Return 404 for what you do not serve",
    check: async (context) => expectStatus(await context.get("/no-such-path"), 404),
  },
  {
    id: "errors.method",
    level: "MUST",
    covers: ["errors.405"],
    sentence: "A known path under another method returns 405",
    reason: "It distinguishes a wrong method from a missing endpoint",
    fix: "Return 405 for GET /validate",
    check: async (context) => expectStatus(await context.get("/validate"), 405),
  },
  {
    id: "errors.allow",
    level: "MUST",
    covers: ["errors.405"],
    sentence: "A 405 response lists the allowed methods in Allow",
    reason: "HTTP asks for it, and clients show it",
    fix: 'Add "Allow: POST"',
    check: async (context) => {
      const { status, headers } = await context.get("/validate");
      if (status !== 405) notApplicable("405", `GET /validate returns ${status}`);
      if (!/\bPOST\b/.test(headers["allow"] ?? ""))
        unmet(`expected POST in Allow, got "${headers["allow"] ?? ""}"`);
    },
  },
]);

const trace =
  /\bat \S.{0,120}:\d+:\d+|Traceback \(most recent|node_modules|File \\?"[^"\\]+\\?", line \d+|<\/?(?:html|pre|body)\b/i;

function isCode(code: unknown): code is keyof typeof errorCodes {
  return typeof code === "string" && Object.hasOwn(errorCodes, code);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

async function eachRefusal(
  context: CheckContext,
  fault: (exchange: Awaited<ReturnType<CheckContext["get"]>>) => string | undefined,
): Promise<void> {
  for (const exchange of await refusals(context)) {
    const found = fault(exchange);
    if (found !== undefined) unmet(`${nameExchange(exchange)}, status ${exchange.status}: ${found}`);
  }
}

async function eachAnswer(
  context: CheckContext,
  fault: (answer: JsonObject) => string | undefined,
): Promise<void> {
  await eachRefusal(context, (exchange) => {
    const answer = parsed(exchange.text);
    return isObject(answer) ? fault(answer) : undefined;
  });
}

const probedEndpoints: readonly BodyEndpoint[] = [
  "data",
  "validate",
  "datalist",
  "schema",
  "timezone",
  "filter-check",
];

/**
 * Returns one refusal of every endpoint that refuses a request, and refusals that do not need an endpoint.
 *
 * @param context - Context of the check
 * @returns The refusals
 * @throws Finding when the connector does not refuse anything
 */
async function refusals(context: CheckContext): Promise<readonly Exchange[]> {
  const found = [
    await context.get("/no-such-path"),
    await context.get("/validate"),
    await context.post("/validate", { id: "no-such-kind", fields: {} }),
    await context.post("/", { source: "no-such-source", account: {}, filter: {} }),
  ];
  for (const name of probedEndpoints) {
    const offered = await expectOffer(context, name).then(() => true, isMissing);
    if (offered) found.push(await context.post(bodyEndpoints[name], "{"));
  }
  const refused = found.filter(({ status }) => status >= 400);
  if (refused.length === 0) notApplicable("refusals", "The connector refused nothing that is wrong");
  return refused;
}

function isMissing(error: unknown): boolean {
  if (error instanceof Finding && error.kind === "not-applicable") return false;
  throw error;
}
