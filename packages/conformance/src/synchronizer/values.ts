import { notApplicable, unmet } from "../expect/finding.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements, type RequirementDraft } from "../requirement/define-requirements.js";
import { objectsIn } from "../target/read-declared.js";
import { filledRuns } from "./read-run.js";
import { type SchemaField, schemaFields } from "./target.js";

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const booleanTexts: ReadonlySet<unknown> = new Set("true yes on 1 checked false no off 0".split(" "));

type ValueFault = (value: unknown, field: JsonObject) => boolean;

interface ValueDraft extends Pick<RequirementDraft, "id" | "sentence" | "reason" | "fix"> {
  readonly level?: RequirementDraft["level"];
  /** Which fields are meant. */
  readonly of: (field: JsonObject) => boolean;
  /** Whether all values must have the same JSON type. Default: false. */
  readonly sameForm?: boolean;
  /** Whether a value that is not empty is wrong. */
  readonly isWrong: ValueFault;
}

const drafts: readonly ValueDraft[] = [
  {
    id: "sync-values.date",
    sentence: "A date is ISO 8601 text",
    reason: "Other forms are not read, or read as another day",
    fix: "Send 2020-01-22T01:02:23.977Z, or 2020-01-22 for a day",
    of: ({ type, subType }) => type === "date" || subType === "day",
    isWrong: (value) => typeof value !== "string" || !isoDate.test(value) || Number.isNaN(Date.parse(value)),
  },
  {
    id: "sync-values.number",
    sentence: "A number is a number, or text of digits",
    reason: "A unit or a thousands separator makes the value empty",
    fix: "Send 1234.5; put the unit into the format of the field",
    of: ({ type }) => type === "number",
    sameForm: true,
    isWrong: (value) =>
      typeof value !== "number" && (typeof value !== "string" || !Number.isFinite(Number(value))),
  },
  {
    id: "sync-values.boolean",
    sentence: "A boolean is true or false, or one of the documented texts",
    reason: "Any other text counts as false",
    fix: 'Send true and false, or "true" and "false"',
    of: ({ subType }) => subType === "boolean",
    isWrong: (value) =>
      typeof value !== "boolean" &&
      !booleanTexts.has(typeof value === "string" ? value.toLowerCase() : String(value)),
  },
  {
    id: "sync-values.text",
    sentence: "A text is not an object or a list",
    reason: "People read [object Object]",
    fix: "Send text; declare array[text] for several values",
    // A range is text too, with a requirement of its own; a file may have several addresses.
    of: ({ type, subType }) => type === "text" && !isRange(subType) && subType !== "file",
    isWrong: (value) => typeof value === "object",
  },
  {
    id: "sync-values.list",
    sentence: "A value of array[text] is a list, or text joined with commas",
    reason: "Several values become one, or none",
    fix: 'Send ["red", "blue"]',
    of: ({ type }) => type === "array[text]",
    isWrong: (value) => typeof value !== "string" && !(Array.isArray(value) && value.every(isPlain)),
  },
  {
    id: "sync-values.range",
    sentence: 'A date range is JSON text with "start" and "end"',
    reason: "An object, or two dates in one text, is not read",
    fix: 'Send "{\\"start\\":\\"2020-01-01\\",\\"end\\":\\"2020-01-31\\"}"',
    of: ({ subType }) => isRange(subType),
    isWrong: (value) => {
      const range = typeof value === "string" ? parse(value) : undefined;
      return !isObject(range) || !("start" in range || "end" in range);
    },
  },
  {
    id: "sync-values.option",
    level: "SHOULD",
    sentence: "A value of a select is the name of one of its options",
    reason: "The platform adds an option without colour or order",
    fix: "Declare every option, and send its name",
    of: ({ type, subType, options }) =>
      (subType === "single-select" || subType === "workflow") &&
      type === "text" &&
      objectsIn(options).length > 0,
    isWrong: (value, { options }) => objectsIn(options).every(({ name }) => name !== value),
  },
];

/** Requirements on the values of fields. */
export const valueRequirements = defineRequirements(
  { area: "sync-values", section: "Synchronizer: values" },
  drafts.map(({ of, isWrong, sameForm = false, level = "MUST", ...draft }) => ({
    ...draft,
    level,
    covers: ["sync.values"],
    check: (context) => expectValues(context, of, { isWrong, sameForm }),
  })),
);

type Judgement = Required<Pick<ValueDraft, "isWrong" | "sameForm">>;

async function expectValues(context: CheckContext, of: ValueDraft["of"], how: Judgement): Promise<void> {
  const fields = (await schemaFields(context)).filter(({ value }) => of(value));
  if (fields.length === 0) notApplicable("field of the kind", "No field is of this kind");
  let judged = 0;
  for (const field of fields) judged += await judgeField(context, field, how);
  if (judged === 0) notApplicable("value of the kind", "No field of this kind has a value");
}

async function judgeField(
  context: CheckContext,
  { where, type, id, value: field }: SchemaField,
  { isWrong, sameForm }: Judgement,
): Promise<number> {
  const run = (await filledRuns(context)).find((one) => one.type.id === type);
  const forms = new Set<string>();
  let judged = 0;
  for (const { value: entity, exchange } of run?.entities ?? []) {
    const value = Object.hasOwn(entity, id) ? entity[id] : undefined;
    if (value === undefined || value === null || value === "") continue;
    judged += 1;
    // Digits that a double does not have are text, so that no reader rounds them.
    if (typeof value !== "string" || String(Number(value)) === value) forms.add(typeof value);
    if (isWrong(value, field))
      unmet(`${where}: the value ${JSON.stringify(value).slice(0, 100)} is not one`, { witness: exchange });
    if (sameForm && forms.size > 1)
      unmet(
        `${where}: some values are numbers and others text, such as ${JSON.stringify(value).slice(0, 100)}`,
        {
          witness: exchange,
        },
      );
  }
  return judged;
}

function isRange(subType: unknown): boolean {
  return subType === "date-range" || subType === "date-time-range";
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
