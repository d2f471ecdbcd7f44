import { couldNotRun, needsInput, notApplicable, unmet } from "../expect/finding.js";
import { isObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { declaredBy, type Form, formsOf } from "../target/application.js";
import type { Declared, DeclaredSource } from "../target/declared.js";
import { readDeclared } from "../target/read-declared.js";

/** Requirements on what stored accounts and saved reports depend on. */
export const compatibilityRequirements = defineRequirements(
  { area: "compatibility", section: "Public documents, changing a connector" },
  [
    {
      id: "compatibility.id",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "The connector keeps its id",
      reason: "Platforms that store it would see another connector",
      fix: "Restore the id",
      check: async (context) => {
        const { before, now } = await versions(context);
        if (before.raw["id"] === undefined) notApplicable("id", "The earlier version had none");
        if (before.raw["id"] !== now.raw["id"])
          unmet(`The id was ${JSON.stringify(before.raw["id"])}, is ${JSON.stringify(now.raw["id"])}`);
      },
    },
    {
      id: "compatibility.kinds",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "Every account kind of the earlier version is still there",
      reason: "Stored accounts of that kind stop working",
      fix: "Keep the kind, if only for accounts that exist",
      check: async (context) => {
        const { before, now } = await versions(context);
        const ids = now.kinds.map(({ id }) => id);
        const lost = before.kinds.find(({ id }) => !ids.includes(id));
        if (lost !== undefined) unmet(`Account kind "${lost.id}" no longer exists`);
      },
    },
    {
      id: "compatibility.sources",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "Every source of the earlier version is still there",
      reason: "Saved reports name the source by its id",
      fix: "Keep the source",
      check: async (context) => {
        const { before, now } = await versions(context);
        const ids = now.sources.map(({ id }) => id);
        const lost = before.sources.find(({ id }) => !ids.includes(id));
        if (lost !== undefined) unmet(`Source "${lost.id}" is gone`);
      },
    },
    {
      id: "compatibility.fields",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "Every field of the earlier version's forms is still there",
      reason: "Stored values under that id are silently ignored",
      fix: "Keep the field, or read its old values",
      check: async (context) =>
        eachForm(context, (before, now) => {
          const ids = now.fields.map(({ id }) => id);
          const lost = before.fields.find(({ id, type }) => type !== "link" && !ids.includes(id));
          return lost === undefined ? undefined : `field "${lost.id}" is gone`;
        }),
    },
    {
      id: "compatibility.field-types",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "Every field of the earlier version's forms keeps its type",
      reason: "Stored values are of the old form",
      fix: "Add a new field next to the old one",
      check: async (context) =>
        eachForm(context, (before, now) => {
          const types = new Map(now.fields.map(({ id, type }) => [id, type]));
          const changed = before.fields.find(({ id, type }) => types.has(id) && types.get(id) !== type);
          return changed === undefined
            ? undefined
            : `field "${changed.id}" was ${changed.type}, is ${types.get(changed.id)}`;
        }),
    },
    {
      id: "compatibility.required",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "No form asks for more than the earlier version did",
      reason: "Stored accounts and saved reports lack the value and fail",
      fix: "Make the new field optional or give it a default",
      check: async (context) =>
        eachForm(context, (before, now) => {
          const needed = new Set(before.fields.filter(({ required }) => required).map(({ id }) => id));
          const more = now.fields.find(
            ({ id, required, raw }) => required && raw["defaultValue"] === undefined && !needed.has(id),
          );
          return more === undefined ? undefined : `field "${more.id}" is newly required`;
        }),
    },
    {
      id: "compatibility.columns",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "Every declared column of the earlier version is still declared",
      reason: "Charts that use it go blank",
      fix: "Keep the column",
      check: async (context) =>
        eachSource(context, (before, now) => {
          const lost = [...(before.columns ?? [])].find(([id]) => now.columns?.has(id) !== true);
          return lost === undefined ? undefined : `column "${lost[0]}" is gone`;
        }),
    },
    {
      id: "compatibility.column-types",
      level: "MUST",
      covers: ["public.compatible"],
      sentence: "Every declared column keeps its type",
      reason: "Charts that add up numbers cannot add up text",
      fix: "Add a new column next to the old one",
      check: async (context) =>
        eachSource(context, (before, now) => {
          const changed = [...(before.columns ?? [])].find(
            ([id, type]) => now.columns?.has(id) === true && now.columns.get(id) !== type,
          );
          return changed === undefined
            ? undefined
            : `column "${changed[0]}" was ${changed[1]}, is ${now.columns?.get(changed[0])}`;
        }),
    },
  ],
);

async function versions(
  context: CheckContext,
): Promise<{ readonly before: Declared; readonly now: Declared }> {
  const { previous } = context.options;
  if (previous === undefined) needsInput("previous", "No GET / of an earlier version was given");
  if (!isObject(previous)) couldNotRun("The earlier version's GET / is not a JSON object");
  return { before: readDeclared(previous), now: await declaredBy(context) };
}

async function eachForm(
  context: CheckContext,
  fault: (before: Form, now: Form) => string | undefined,
): Promise<void> {
  const { before, now } = await versions(context);
  const forms = new Map(formsOf(now).map((form) => [form.where, form]));
  for (const form of formsOf(before)) {
    const same = forms.get(form.where);
    const found = same === undefined ? undefined : fault(form, same);
    if (found !== undefined) unmet(`${form.where}: ${found}`);
  }
}

async function eachSource(
  context: CheckContext,
  fault: (before: DeclaredSource, now: DeclaredSource) => string | undefined,
): Promise<void> {
  const { before, now } = await versions(context);
  const sources = new Map(now.sources.map((source) => [source.id, source]));
  for (const source of before.sources) {
    const same = sources.get(source.id);
    const found = same === undefined ? undefined : fault(source, same);
    if (found !== undefined) unmet(`source "${source.id}": ${found}`);
  }
}
