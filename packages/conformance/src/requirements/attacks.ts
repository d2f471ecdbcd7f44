import type { Exchange } from "../exchange/exchange.js";
import { couldNotRun, Finding, notApplicable, unmet } from "../expect/finding.js";
import type { JsonObject } from "../expect/json-of.js";
import { readTable } from "../probe/read-table.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { wrongAccountOf } from "../target/account.js";
import { choicesOf, takesSeveral } from "../target/choice.js";
import { type DataTarget, dataBody, dataTarget, targetsOf } from "../target/data-target.js";
import { datalistTargets } from "../target/datalist-target.js";
import type { DeclaredField } from "../target/declared.js";
import { sendHostile } from "../target/hostile.js";
import { datalistPath } from "../target/option-values.js";

/** A value that does not occur in any row, option or source. */
const nothing = "zz7f3a-none";

/** Typical content of the user file of a Unix system, of a package.json and of Windows configuration files. */
const fileContents = /root:[^:\n]*:0:0:|"dependencies"\s*:\s*\{|\[\s*"?(?:boot loader|fonts)"?\s*\]/;

const paths = [
  "../../../../../../../../etc/passwd",
  "/etc/passwd",
  "..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
  "../package.json",
];
const injections = [`${nothing}' OR '1'='1`, `${nothing}" OR "1"="1`, `${nothing}' OR 1=1 -- `];
const special = [`O'Brien`, `a"b`, "50%d%s", "[x(", "a;b`c$(d)"];

/** Maximum number of fields of a filter to attack, free text fields first. */
const maxFields = 20;

/** Number of characters of a response that a report may show. */
const maxShown = 8_192;

/** Maximum number of inputs to attack in total. */
const maxInputs = 40;

/** Requirements on values from outside: they must not change what is executed or read. */
export const attackRequirements = defineRequirements({ area: "security", section: "Errors" }, [
  {
    id: "security.files",
    level: "MUST",
    covers: ["errors.400"],
    sentence: "A filter value, a source or an option argument does not choose a file of the server",
    reason: "Whoever may ask for a report can read the server's files",
    fix: "Look values up in a list of what is allowed; never make a path of them",
    check: expectNoFiles,
  },
  {
    id: "security.queries",
    level: "MUST",
    covers: ["errors.500"],
    sentence: "A quote in a filter value or an option argument is text, not a part of a query",
    reason: "Whoever may ask for a report can read and change everything in the database",
    fix: "Bind values as parameters; never paste them into a query",
    check: expectNoInjection,
  },
  {
    id: "security.special-characters",
    level: "MUST",
    covers: ["errors.500"],
    sentence: "Quotes, brackets and percent signs in a text filter are text",
    reason: "A person called O'Brien cannot be searched for, and where they break a query they can change it",
    fix: "Bind values; escape them for the language they are put into",
    check: expectPlainText,
  },
  {
    id: "security.sign-in-query",
    level: "MUST",
    covers: ["validate.401"],
    sentence: "A quote in a secret does not sign in",
    reason: "Anybody is let in",
    fix: "Bind values as parameters; never paste them into a query",
    check: expectNoSignIn,
  },
]);

interface Attacked {
  readonly name: string;
  /** Sends a value as this input. */
  readonly send: (value: string) => Promise<Exchange>;
}

/** Returns the inputs that take text from outside: text and list filters, and the values that options depend on. */
async function attackedInputs(context: CheckContext): Promise<readonly Attacked[]> {
  await dataTarget(context);
  const filters = (await targetsOf(context)).slice(0, 3).flatMap((target) =>
    target.source.filter
      .filter(isTextual)
      .toSorted((left, right) => Number(right.type === "text") - Number(left.type === "text"))
      .slice(0, maxFields)
      .map((field) => ({ name: `filter "${field.id}"`, send: filterSender(context, target, field) })),
  );
  return [...(await dependentInputs(context)), ...filters].slice(0, maxInputs);
}

function isTextual({ type }: DeclaredField): boolean {
  return ["text", "list", "id", "url", "multilist", "multidropdown"].includes(type);
}

function filterSender(context: CheckContext, target: DataTarget, field: DeclaredField): Attacked["send"] {
  return (value) => {
    const filter = { ...target.filter, [field.id]: takesSeveral(field) ? [value] : value };
    return sendHostile(context, "/", dataBody(target, { filter }));
  };
}

async function dependentInputs(context: CheckContext): Promise<readonly Attacked[]> {
  const targets = await context.once(datalistTargets).catch(() => []);
  const dependent = targets.find(({ field }) => field.requires.length > 0);
  const [id] = dependent?.field.requires ?? [];
  if (dependent === undefined || id === undefined) return [];
  const { source, field, account, dependents } = dependent;
  const send: Attacked["send"] = (value) => {
    const query = { source: source.id, field: field.id, ...dependents, [id]: value };
    return sendHostile(context, datalistPath(query), account.flat);
  };
  return [{ name: `option argument "${id}"`, send }];
}

async function expectNoFiles(context: CheckContext): Promise<void> {
  const target = await dataTarget(context);
  const source = (value: string): Promise<Exchange> =>
    sendHostile(context, "/", dataBody(target, { source: value }));
  const inputs = [...(await attackedInputs(context)), { name: "source", send: source }];
  await context.inParallel(inputs, async ({ name, send }) => {
    for (const path of paths) {
      const answer = await send(path);
      hideUsers(context, answer);
      if (fileContents.test(answer.text.replaceAll('\\"', '"')))
        unmet(`The ${name} set to "${path}" returned a file of the server`, { witness: answer });
    }
  });
  await expectNoNormalising(context);
}

/** Registers user entries of the server as secrets, because reports are passed on. */
function hideUsers({ run }: CheckContext, { text }: Exchange): void {
  const lines = text.slice(0, maxShown).matchAll(/[\w.-]+:[^:\s"]*:\d+:\d+:[^"\\\n]*/g);
  for (const [line] of lines) run.secrets.add(line);
}

/** A value that keeps its meaning when prefixed with "./" has been used as a path. */
async function expectNoNormalising(context: CheckContext): Promise<void> {
  for (const choice of (await choicesOf(context)).slice(0, maxFields)) {
    const { target, field, known, dependents } = choice;
    const [value] = known.filter((one) => typeof one === "string");
    if (value === undefined || takesSeveral(field) || Object.keys(dependents).length > 0) continue;
    const send = filterSender(context, target, field);
    const missing = await send(nothing);
    for (const path of [`./${value}`, `${nothing}/../${value}`]) {
      const answer = await send(path);
      if (rowCount(answer) > 0 && rowCount(missing) === 0)
        unmet(
          `The filter "${field.id}" set to "${path}" returned the rows of "${value}": it is used as a path`,
          {
            witness: answer,
          },
        );
    }
  }
}

function rowCount(answer: Exchange): number {
  return answer.status < 300 ? (readTable(answer)?.rows.length ?? optionCount(answer)) : 0;
}

function optionCount({ text }: Exchange): number {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.length : 0;
  } catch {
    return 0;
  }
}

async function expectNoInjection(context: CheckContext): Promise<void> {
  const places = await attackedInputs(context);
  await expectSourceCompared(context);
  await expectNumberRead(context);
  if (places.length === 0) notApplicable("text filter", "No filter takes text");
  await context.inParallel(places, async ({ name, send }) => {
    const plain = await send(nothing);
    if (rowCount(plain) > 0) return;
    for (const injection of injections) {
      const answer = await send(injection);
      if (rowCount(answer) > 0)
        unmet(
          `The ${name} set to "${injection}" returned ${rowCount(answer)} rows, but a value that does not exist returns none`,
          {
            witness: answer,
          },
        );
    }
    const quoted = await send(`${nothing}'`);
    if (quoted.status >= 500 && plain.status < 500)
      unmet(`The ${name} with a quote got status ${quoted.status}, without it ${plain.status}`, {
        witness: quoted,
      });
  });
}

/** A source name followed by more text, as in an injected query, must be a different source. */
async function expectSourceCompared(context: CheckContext): Promise<void> {
  const target = await dataTarget(context);
  const ask = (source: string): Promise<Exchange> => sendHostile(context, "/", dataBody(target, { source }));
  if (rowCount(await ask(nothing)) > 0) return;
  for (const source of [`${target.source.id} -- ${nothing}`, `${target.source.id};`]) {
    const answer = await ask(source);
    if (rowCount(answer) > 0)
      unmet(`Source "${source}" returned the rows of "${target.source.id}": it is a part of a query`, {
        witness: answer,
      });
  }
}

/** A number that no row matches must not return rows, whatever text follows it. */
async function expectNumberRead(context: CheckContext): Promise<void> {
  for (const target of (await targetsOf(context)).slice(0, 3)) {
    for (const field of target.source.filter.filter(({ type }) => type === "number").slice(0, 2)) {
      const ask = (value: string): Promise<Exchange> => filterSender(context, target, field)(value);
      const far = ["987654321", "-987654321"];
      for (const number of far) {
        if (rowCount(await ask(number)) > 0) continue;
        // A missing response shows that the text is not read as a query; errors.* judges such failures.
        const answer = await ask(`${number} OR 1=1`).catch(passUnanswered);
        if (answer !== undefined && rowCount(answer) > 0)
          unmet(
            `The filter "${field.id}" set to "${number} OR 1=1" returned ${rowCount(answer)} rows, but "${number}" returns none`,
            { witness: answer },
          );
      }
    }
  }
}

function passUnanswered(error: unknown): undefined {
  if (!(error instanceof Finding) || error.sharedCause !== "unanswered") throw error;
}

async function expectPlainText(context: CheckContext): Promise<void> {
  await dataTarget(context);
  const texts = (await targetsOf(context)).slice(0, 3).flatMap((target) =>
    target.source.filter
      .filter(({ type, datalist, options }) => type === "text" && !datalist && options.length === 0)
      .slice(0, maxFields)
      .map((field) => ({ field, send: filterSender(context, target, field) })),
  );
  if (texts.length === 0) notApplicable("text filter", "No filter takes free text");
  await context.inParallel(texts, async ({ field, send }) => {
    const plain = await send(nothing);
    if (plain.status >= 400) return;
    for (const value of special) {
      const answer = await send(value);
      if (answer.status >= 500)
        unmet(`The filter "${field.id}" set to ${JSON.stringify(value)} got status ${answer.status}`, {
          witness: answer,
        });
    }
  });
}

async function expectNoSignIn(context: CheckContext): Promise<void> {
  const { wrong, secretIds, members, kind } = await wrongAccountOf(context);
  if (context.options.readOnly === true)
    notApplicable("option readOnly", "Several wrong secrets could lock the account");
  const refused = await sendHostile(context, "/validate", { id: kind.id, fields: wrong.members });
  if (refused.status < 300) couldNotRun("Any secret is accepted");
  for (const injection of ["' OR '1'='1", '" OR "1"="1', "' OR 1=1 -- "]) {
    const fields: JsonObject = { ...members, ...Object.fromEntries(secretIds.map((id) => [id, injection])) };
    const answer = await sendHostile(context, "/validate", { id: kind.id, fields });
    if (answer.status < 300)
      unmet(`POST /validate accepted a secret that is a part of a query`, { witness: answer });
  }
}
