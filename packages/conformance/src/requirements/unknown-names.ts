import type { Exchange } from "../exchange/exchange.js";
import { nameExchange } from "../expect/expect-status.js";
import { notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import { readTable } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { sourceCount, textOf } from "../target/baseline.js";
import { askRows, type DataTarget, dataBody, dataTarget, targetsOf } from "../target/data-target.js";
import { sendHostile, unanswered } from "../target/hostile.js";
import { answeringTarget, noSuchSource, serverFault } from "./mistakes.js";
import { expectApart } from "./repeats.js";

const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty", "__class__"];

/** Requirements on requests with unknown names, and on the service's ability to continue meanwhile. */
export const unknownNameRequirements = [
  ...defineRequirements({ area: "data", section: "POST /" }, [
    {
      id: "data.unknown-source",
      level: "MUST",
      covers: ["errors.400"],
      sentence: "A source that does not exist is refused: 400, not rows, not an empty list, not 5xx",
      reason: "A report of a source that was renamed is empty or shows other rows, and looks like the truth",
      fix: "Look the source up first and return 400 when it is unknown",
      check: async (context) => {
        const target = await answeringTarget(context);
        const answer = await askSource(context, target, noSuchSource);
        await expectRefusal(context, target, answer);
      },
    },
    {
      id: "data.inherited-source",
      level: "MUST",
      covers: ["errors.400"],
      sentence: 'A source named like a built-in member, such as "constructor", is unknown',
      reason:
        "A lookup without an own-key check finds something for it: the request hangs, fails, or returns nonsense",
      fix: "Look sources up in a Map or with Object.hasOwn",
      check: async (context) => {
        const target = await answeringTarget(context);
        const plain = await askSource(context, target, noSuchSource);
        if (plain.status < 400 || plain.status >= 500)
          notApplicable(
            "refused sources",
            "No unknown source is refused with 4xx; data.unknown-source judges that",
          );
        for (const name of inherited) {
          const answer = await askSource(context, target, name);
          if (answer.status < 400 || answer.status >= 500)
            unmet(`Source "${name}" got status ${answer.status}, another unknown source ${plain.status}`, {
              witness: answer,
            });
        }
      },
    },
    {
      id: "data.incomplete",
      level: "MUST",
      covers: ["errors.400", "data.wrong-value"],
      sentence: "A request without a filter that says it is required is refused with 4xx, not 5xx",
      reason: "The person is told that the connector is broken instead of what to fill in",
      fix: "Check for required filters first and return 400",
      check: expectIncompleteRefused,
    },
    {
      id: "data.apart",
      level: "MUST",
      alone: true,
      covers: ["data.request"],
      sentence: "Concurrent requests each get their own rows",
      reason: "A report shows the rows of somebody else's report",
      fix: "Keep nothing of a request outside of it",
      check: expectApart,
    },
  ]),
  ...defineRequirements({ area: "security", section: "Errors" }, [
    {
      id: "security.merged-prototype",
      level: "MUST",
      alone: true,
      covers: ["errors.500", "data.unknown-members"],
      sentence: "A member named __proto__ in a filter changes nothing for the next request",
      reason: "One request changes the responses to everybody until the service is restarted",
      fix: "Copy declared members only; never merge what was received into an object",
      check: expectNotMerged,
    },
    {
      id: "security.survives",
      level: "MUST",
      alone: true,
      covers: ["errors.500"],
      sentence: "The connector keeps serving, whatever it is sent",
      reason: "One malformed request stops the reports of everybody",
      fix: "Catch every error of a request; let none of them end the process",
      check: expectAlive,
    },
  ]),
];

function askSource(context: CheckContext, target: DataTarget, source: string): Promise<Exchange> {
  return sendHostile(context, "/", dataBody(target, { source }));
}

async function expectRefusal(context: CheckContext, target: DataTarget, answer: Exchange): Promise<void> {
  if (answer.status >= 500)
    unmet(`${nameExchange(answer)} returned ${answer.status} for a source that does not exist`, {
      witness: answer,
      cause: serverFault,
    });
  if (answer.status >= 300) return;
  const found = readTable(answer)?.rows ?? [];
  const right = readTable(await askRows(context, target))?.rows ?? [];
  // A connector with a single source may ignore the name of the source.
  if (
    found.length > 0 &&
    (await sourceCount(context)) === 1 &&
    textOf(found.slice(0, 1)) === textOf(right.slice(0, 1))
  )
    notApplicable("several sources", "The only source is given whatever the request names");
  unmet(`${nameExchange(answer)} returned ${found.length} rows for a source that does not exist`, {
    witness: answer,
  });
}

async function expectIncompleteRefused(context: CheckContext): Promise<void> {
  await answeringTarget(context);
  for (const target of await targetsOf(context)) {
    const needed = target.source.filter.filter(
      ({ saysRequired, raw }) => saysRequired && raw["defaultValue"] === undefined,
    );
    if (needed.length === 0) continue;
    const answer = await sendHostile(context, "/", dataBody(target, { filter: {} }));
    if (answer.status >= 500)
      unmet(`Without "${needed[0]?.id}" POST / returned ${answer.status}`, {
        witness: answer,
        cause: serverFault,
      });
    return;
  }
  notApplicable("required filter", "No source says that a filter is required");
}

async function expectNotMerged(context: CheckContext): Promise<void> {
  const target = await answeringTarget(context);
  const before = await context.send((await askRows(context, target)).request, 920);
  const ids = target.source.filter.map(({ id }) => id).filter((id) => !(id in target.filter));
  const polluted: JsonObject = Object.fromEntries(ids.map((id) => [id, "zz7f3a-none"]));
  const body = JSON.stringify(dataBody(target, { filter: "FILTER" }));
  const inner = JSON.stringify(target.filter).slice(1);
  const filter = `{"__proto__":${JSON.stringify(polluted)}${inner === "}" ? "" : ","}${inner}`;
  await sendHostile(
    context,
    "/",
    body.replace('"FILTER"', () => filter),
  );
  const after = await context.send((await askRows(context, target)).request, 921);
  const [rows, changed] = [readTable(before)?.rows.length ?? 0, readTable(after)?.rows.length ?? 0];
  if (after.status !== before.status || (rows > 0 && changed === 0))
    unmet(
      `After a filter with a member "__proto__" the same request got status ${after.status} with ${changed} rows`,
      {
        witness: after,
      },
    );
}

async function expectAlive(context: CheckContext): Promise<void> {
  for (const body of ["{", "[1]", '"text"', "null"]) {
    await context.post("/validate", body).catch(() => undefined);
    if (context.run.probe.gone !== undefined) break;
  }
  const isGoneBefore = context.run.probe.gone !== undefined;
  const left = await leaveEarly(context);
  // A process that ends takes a moment, in which it may still answer.
  for (const fresh of [930, 931, 932]) await context.get("/", { fresh }).catch(() => undefined);
  const { gone } = context.run.probe;
  if (gone === undefined) return;
  if (!isGoneBefore && left !== undefined)
    unmet("The connector no longer listens after a caller left POST / before the end of the rows", {
      witness: left,
    });
  const { method, path, body = "" } = gone.after;
  unmet(`The connector no longer listens after ${method} ${path} with ${body.slice(0, 120)}`, {
    witness: unanswered(gone.after, gone.reason),
  });
}

/** Leaves before the end of the rows, as people do who close a report. */
async function leaveEarly(context: CheckContext): Promise<Exchange | undefined> {
  const target = await dataTarget(context).catch(() => undefined);
  if (target === undefined || context.run.probe.gone !== undefined) return undefined;
  const text = JSON.stringify(dataBody(target));
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", path: "/", headers, body: text, readBytes: 0 };
  const first = await context.send(request, 933).catch(() => undefined);
  await context.send(request, 934).catch(() => undefined);
  return first;
}
