import type { Exchange } from "../exchange/exchange.js";
import { couldNotRun, Finding, notApplicable, unmet } from "../expect/finding.js";
import { readTable } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { sourceCount } from "../target/baseline.js";
import { takesSeveral } from "../target/choice.js";
import { askRows, type DataTarget, dataBody, dataTarget, targetsOf } from "../target/data-target.js";
import { datalistTargets } from "../target/datalist-target.js";
import { sendHostile } from "../target/hostile.js";
import { generationOf } from "../target/oauth-target.js";
import { readyOAuth2 } from "../target/oauth2-flow.js";
import { datalistPath } from "../target/option-values.js";

/** Name of the cause when a mistake of the caller causes a server error. */
export const serverFault = "caller-mistake-500";

/** A source that no connector has. */
export const noSuchSource = "no-such-source-7f3a";

const noSuchValue = "no-such-value-7f3a";

/** Requirements on the responses to mistakes of the caller. */
export const mistakeRequirements = [
  ...defineRequirements({ area: "data", section: "POST /" }, [
    {
      id: "data.source-checked",
      level: "MUST",
      covers: ["errors.400"],
      sentence: "A connector with one source refuses the name of another",
      reason:
        "A report of a source that was renamed, or that a later version adds, shows the rows of this one",
      fix: "Compare the source with the one there is, and return 400 when it is another",
      check: async (context) => {
        if ((await sourceCount(context)) !== 1) notApplicable("single source", "There are several sources");
        const target = await answeringTarget(context);
        const answer = await sendHostile(context, "/", dataBody(target, { source: noSuchSource }));
        const rows = answer.status < 300 ? (readTable(answer)?.rows.length ?? 0) : 0;
        if (rows > 0)
          unmet(`POST / returned ${rows} rows for a source that does not exist`, { witness: answer });
      },
    },
  ]),
  ...defineRequirements({ area: "dates", section: "Dates in filters" }, [
    {
      id: "dates.null-end",
      level: "MUST",
      covers: ["alias.open-end"],
      sentence: "A range with an end that is null or empty is not a fault of the connector",
      reason: "The second generation sends null for an open end, and forms send empty text",
      fix: "Treat null and empty text as absent",
      check: expectNullEnds,
    },
  ]),
  ...defineRequirements({ area: "errors", section: "Errors" }, [
    {
      id: "errors.caller-mistake",
      level: "MUST",
      covers: ["errors.400", "errors.500"],
      sentence:
        "A mistake of the caller returns 4xx: broken JSON, text for a number, an unknown field or user",
      reason: "People look for a fault of the connector instead of a mistake of theirs",
      fix: "Check what was received before it is used, and return 400",
      check: expectCallersMistakes,
    },
  ]),
  ...defineRequirements({ area: "oauth2", section: "OAuth 2" }, [
    {
      id: "oauth2.code-refused-status",
      level: "MUST",
      covers: ["oauth.refused-401"],
      sentence: "The connector returns 4xx, not 5xx, for a code that the third party refuses",
      reason: "The platform reports a broken connector instead of asking the person to sign in again",
      fix: "Catch the refusal of the third party and return 401",
      check: async (context) => {
        const { path, body } = await readyOAuth2(context, generationOf(context), 11);
        const answer = await context.post(path, { ...body, code: "no-such-code" });
        if (answer.status >= 500)
          unmet(`A code that the third party refuses got status ${answer.status}`, { witness: answer });
      },
    },
  ]),
];

/**
 * Finds a source that responds.
 *
 * @param context - Context of the check
 * @returns The source the data checks use
 * @throws Finding when it does not respond with success
 */
export async function answeringTarget(context: CheckContext): Promise<DataTarget> {
  const target = await dataTarget(context);
  const { status } = await askRows(context, target);
  if (status >= 300) couldNotRun(`POST / returns ${status} to a source that exists`);
  return target;
}

async function expectNullEnds(context: CheckContext): Promise<void> {
  await answeringTarget(context);
  for (const target of await targetsOf(context)) {
    for (const field of target.source.filter.filter(({ type }) => type === "date").slice(0, 2)) {
      for (const end of [null, ""]) {
        const value = { _min: "2024-01-02", _max: end };
        const filter = { ...target.filter, [field.id]: value };
        const answer = await sendHostile(context, "/", dataBody(target, { filter }));
        if (answer.status >= 500)
          unmet(`"${field.id}" set to ${JSON.stringify(value)} got status ${answer.status}`, {
            witness: answer,
          });
      }
      return;
    }
  }
  notApplicable("date filter", "No source declares a date filter");
}

interface Mistake {
  readonly what: string;
  readonly send: () => Promise<Exchange>;
  /** Whether a success is also wrong. */
  readonly mustBeRefused?: boolean;
  /** Whether 502 to 504 are acceptable, because the text may be a host name. */
  readonly mayBeUnreachable?: boolean;
}

/**
 * Judges each mistake only where a valid request to the same endpoint succeeds: a broken endpoint is a different fault.
 */
async function expectCallersMistakes(context: CheckContext): Promise<void> {
  const target = await answeringTarget(context);
  const mistakes: readonly Mistake[] = [
    { what: "broken JSON", send: () => sendHostile(context, "/", "{"), mustBeRefused: true },
    ...filterMistakes(context, target),
    ...accountMistakes(context, target),
    ...(await optionMistakes(context)),
  ];
  const found: string[] = [];
  let witness: Exchange | undefined;
  for (const { what, send, mayBeUnreachable, mustBeRefused } of mistakes) {
    const [fault, answer] = await faultOf(send, mustBeRefused === true);
    if (fault === undefined || (mayBeUnreachable === true && /50[234]/.test(fault))) continue;
    found.push(`${what}: ${fault}`);
    witness ??= answer;
  }
  if (found.length > 0) unmet(`Expected 4xx, got for ${found.join("; ")}`, { witness, cause: serverFault });
}

async function faultOf(
  send: Mistake["send"],
  mustBeRefused: boolean,
): Promise<readonly [fault: string | undefined, answer: Exchange | undefined]> {
  try {
    const answer = await send();
    const isFault = answer.status >= 500 || (mustBeRefused && answer.status < 400);
    return [isFault ? String(answer.status) : undefined, answer];
  } catch (error) {
    if (error instanceof Finding && error.kind === "unmet") return ["no answer", error.witness];
    throw error;
  }
}

function filterMistakes(context: CheckContext, target: DataTarget): readonly Mistake[] {
  const fields = target.source.filter;
  const ask = (id: string, value: unknown): Promise<Exchange> =>
    sendHostile(context, "/", dataBody(target, { filter: { ...target.filter, [id]: value } }));
  const number = fields.find(({ type }) => type === "number");
  const list = fields.find(
    ({ type, datalist, options }) => type === "list" && (datalist || options.length > 0),
  );
  const several = fields.find(takesSeveral);
  const chosen = list ?? several;
  return [
    ...(number ? [{ what: `text in "${number.id}"`, send: () => ask(number.id, "not a number") }] : []),
    ...(chosen
      ? [
          {
            what: `a value that "${chosen.id}" does not offer`,
            send: () => ask(chosen.id, takesSeveral(chosen) ? [noSuchValue] : noSuchValue),
          },
        ]
      : []),
  ];
}

function accountMistakes(
  context: CheckContext,
  { account: { kind, members } }: DataTarget,
): readonly Mistake[] {
  const unknownKind = {
    what: "an unknown kind of account",
    send: () => sendHostile(context, "/validate", { id: "no-such-kind", fields: {} }),
  };
  const text = kind.fields.find(({ type }) => type === "text");
  if (text === undefined || !kind.fields.some(({ type }) => type === "password")) return [unknownKind];
  const fields = { ...members, [text.id]: "no-such-user-7f3a" };
  const unknownUser = {
    what: `an unknown "${text.id}"`,
    send: () => sendHostile(context, "/validate", { id: kind.id, fields }),
    mayBeUnreachable: true,
  };
  return [unknownKind, unknownUser];
}

async function optionMistakes(context: CheckContext): Promise<readonly Mistake[]> {
  const targets = await context.once(datalistTargets).catch(() => []);
  const [options] = targets;
  if (options === undefined) return [];
  const { account } = options;
  const ask = (source: string, field: string): Promise<Exchange> =>
    sendHostile(context, datalistPath({ source, field }), account.flat);
  const unknown = {
    what: "options of an unknown field",
    send: () => ask(options.source.id, "no-such-field-7f3a"),
  };
  const dependent = targets.find(({ field }) => field.requires.length > 0);
  if (dependent === undefined) return [unknown];
  const { source, field } = dependent;
  return [
    unknown,
    { what: `options of "${field.id}" without "${field.requires[0]}"`, send: () => ask(source.id, field.id) },
  ];
}
