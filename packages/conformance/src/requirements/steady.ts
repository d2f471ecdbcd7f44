import type { Exchange } from "../exchange/exchange.js";
import { Finding, notApplicable, unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { datalistTargets } from "../target/datalist-target.js";
import { accepted, isRefreshable } from "../target/validate-target.js";

/** Requirements on accounts and options that work at one request and not at the next. */
export const steadyRequirements = [
  ...defineRequirements({ area: "validate", section: "POST /validate" }, [
    {
      id: "validate.steady",
      level: "MUST",
      alone: true,
      covers: ["validate.idempotent"],
      sentence:
        "An account that works is not refused now and then, or when it is validated several times at once",
      reason: "Platforms validate before every use: reports fail, and people are asked to sign in again",
      fix: "Refuse an account only when the third party does; if it cannot be asked, return 503",
      check: (context) => withinLimits(context, expectSteadyAccount),
    },
  ]),
  ...defineRequirements({ area: "datalist", section: "POST /datalist" }, [
    {
      id: "datalist.steady",
      level: "MUST",
      covers: ["datalist.stable"],
      sentence: "A field that has just returned options does not return an empty list",
      reason: "A form that was saved cannot be opened again, because its value is no longer an option",
      fix: "Return an error when the options cannot be read, never an empty list",
      check: (context) => withinLimits(context, expectSteadyOptions),
    },
  ]),
];

/** Does not judge where a limit refuses the repeated requests: a right connector may have one. */
async function withinLimits(
  context: CheckContext,
  check: (context: CheckContext) => Promise<void>,
): Promise<void> {
  try {
    await check(context);
  } catch (error) {
    if (!(error instanceof Finding && error.kind === "could-not-run") || context.run.probe.gone !== undefined)
      throw error;
    notApplicable("repeated requests", error.message);
  }
}

/** Numbers of requests that are sent again: one after another, and at once. */
const repeats = { after: 6, atOnce: 3 };

/** An account that is refused for good may have been locked or used up. One that works again afterwards was not. */
async function expectSteadyAccount(context: CheckContext): Promise<void> {
  const { account } = await accepted(context);
  if (isRefreshable(account)) notApplicable("account without refresh", "Its token may be valid once only");
  const body = { id: account.kind.id, fields: account.members };
  const ask = (fresh: number): Promise<Exchange> => context.post("/validate", body, { fresh });
  const answers: Exchange[] = [];
  for (let index = 0; index < repeats.after; index += 1) answers.push(await ask(990 + index));
  answers.push(
    ...(await Promise.all(Array.from({ length: repeats.atOnce }, (_, index) => ask(980 + index)))),
  );
  answers.push(await ask(989));
  const witness = answers.find(isRefusal);
  const isAcceptedAfter = answers
    .slice(witness ? answers.indexOf(witness) : 0)
    .some(({ status }) => status < 300);
  if (witness !== undefined && isAcceptedAfter)
    unmet(`POST /validate returned ${witness.status} to an account that it accepted before and after`, {
      witness,
    });
}

/** A caller who is limited, and a failure of the connector, are judged elsewhere. */
function isRefusal({ status }: Exchange): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

async function expectSteadyOptions(context: CheckContext): Promise<void> {
  for (const { source, field, path, account } of (await context.once(datalistTargets)).slice(0, 3)) {
    const count = optionCount(await context.post(path, account.flat));
    if (count === undefined || count === 0) continue;
    for (let index = 0; index < repeats.atOnce; index += 1) {
      const witness = await context.post(path, account.flat, { fresh: 970 + index });
      if (optionCount(witness) === 0)
        unmet(`Field "${field.id}" of source "${source.id}" returned ${count} options, then none`, {
          witness,
        });
    }
  }
}

/** Returns the number of options; `undefined` for a response that is not a list. */
function optionCount({ status, text }: Exchange): number | undefined {
  if (status >= 300) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.length : undefined;
  } catch {
    return undefined;
  }
}
