import { fieldTypes } from "@wellhead/contract";
import { isObject } from "../expect/json-of.js";
import { same } from "../expect/same.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { notApplicable } from "../requirement/finding.js";
import { levels } from "../requirement/level.js";
import type { CheckContext } from "../run/check-context.js";
import { declaredBy, formsOf } from "../target/application.js";
import type { DeclaredField } from "../target/declared.js";
import { isScalar, objectsIn } from "../target/read-declared.js";
import { expectEach, expectUnique, typeFault } from "./member-checks.js";

const section = "GET /, fields and filter";

/** What every form field says about itself. */
export const fieldRequirements = defineRequirements({ area: "fields", section }, [
  {
    id: "fields.id",
    levels: levels.everywhere,
    covers: ["fields.members"],
    sentence: "Every field of a form has an id",
    reason: "Values are sent back under it",
    fix: 'Add "id"',
    check: async (context) => {
      const { raw } = await declaredBy(context);
      const forms = [...objectsIn(raw["authentication"]), ...objectsIn(raw["sources"])];
      const fields = forms.flatMap((form) => [...objectsIn(form["fields"]), ...objectsIn(form["filter"])]);
      const all = fields.map((value, index) => ({ where: `field ${index + 1}`, value }));
      expectEach(all, "form field", ({ id }) =>
        typeof id === "string" && id !== "" ? undefined : `the id is ${JSON.stringify(id)}`,
      );
    },
  },
  {
    id: "fields.id-unique",
    levels: levels.everywhere,
    covers: ["fields.members"],
    sentence: "No two fields of one form have the same id",
    reason: "One value would overwrite the other",
    fix: "Give each field of the form its own id",
    check: async (context) => {
      for (const { fields, where } of formsOf(await declaredBy(context))) {
        expectUnique(
          fields.map(({ id }) => id),
          where,
        );
      }
    },
  },
  {
    id: "fields.label",
    levels: levels.everywhere,
    covers: ["fields.members"],
    sentence: "Every field that is shown has a label in title or name",
    reason: "Nobody can fill in a field without a label",
    fix: 'Add "title" and "name" with the same text',
    check: eachField("form field", ({ raw, type }) =>
      type === "link" ||
      [raw["title"], raw["name"]].some((label) => typeof label === "string" && label !== "")
        ? undefined
        : "it has neither title nor name",
    ),
  },
  {
    id: "fields.label-pair",
    levels: levels.ours,
    covers: ["alias.label"],
    sentence: '"title" and "name" of a field are both there and equal',
    reason: "Each generation reads only one of the two names",
    fix: "Emit both names with the same text",
    check: eachField("form field", ({ raw }) =>
      raw["title"] === raw["name"]
        ? undefined
        : `title is ${JSON.stringify(raw["title"])}, name ${JSON.stringify(raw["name"])}`,
    ),
  },
  {
    id: "fields.description",
    levels: levels.ours,
    covers: ["fields.members"],
    sentence: 'Every field has a "description", if only an empty one',
    reason: "The first generation leaves out a field without it",
    fix: 'Add "description"',
    check: eachField("form field", ({ raw }) => typeFault(raw, "description", "string")),
  },
  {
    id: "fields.obligation",
    levels: levels.ours,
    covers: ["fields.members"],
    sentence: "Every field says whether it may be left empty",
    reason: "The two generations take a silent field for opposite things",
    fix: 'Add "optional" and "required" with opposite values',
    check: eachField("form field", ({ raw }) =>
      typeof raw["optional"] === "boolean" || typeof raw["required"] === "boolean"
        ? undefined
        : "it has neither optional nor required",
    ),
  },
  {
    id: "fields.obligation-pair",
    levels: levels.ours,
    covers: ["alias.obligation"],
    sentence: '"optional" and "required" of a field are both there and opposite',
    reason: "Each generation reads only one of the two names",
    fix: "Emit both; one is the negation of the other",
    check: eachField("form field", ({ raw: { optional, required } }) =>
      (optional === undefined && required === undefined) || optional === !required
        ? undefined
        : `optional is ${JSON.stringify(optional)}, required ${JSON.stringify(required)}`,
    ),
  },
  {
    id: "fields.type",
    levels: levels.everywhere,
    covers: ["fields.types"],
    sentence: "Every field is of a type the interface knows",
    reason: "A platform draws nothing for a type it does not know",
    fix: `Use one of ${Object.keys(fieldTypes).join(", ")}`,
    check: eachField("form field", ({ type }) => (isKnownType(type) ? undefined : `its type is "${type}"`)),
  },
  {
    id: "fields.password-place",
    levels: levels.everywhere,
    covers: ["fields.password"],
    sentence: "A field of type password stands in account forms only",
    reason: "Filters are saved and shared in the clear",
    fix: "Move the secret to the account",
    check: eachField("filter field", ({ type }) =>
      type === "password" ? "it is of type password" : undefined,
    ),
  },
  {
    id: "fields.oauth-place",
    levels: levels.ours,
    covers: ["fields.display-only"],
    sentence: "A field of type oauth stands in account forms only",
    reason: "A sign-in button in a filter leads nowhere",
    fix: "Remove it from the filter",
    check: eachField("filter field", ({ type }) => (type === "oauth" ? "it is of type oauth" : undefined)),
  },
  {
    id: "fields.link-value",
    levels: levels.second,
    covers: ["fields.when-set", "fields.display-only"],
    sentence: 'A field of type link carries its address in "value"',
    reason: "A link without address is a line of dead text",
    fix: 'Add "value" with the address',
    check: eachField("field of type link", ({ raw, type }) =>
      type === "link" && typeof raw["value"] !== "string" ? "it has no value" : undefined,
    ),
  },
  {
    id: "fields.editor-mode",
    levels: levels.second,
    covers: ["fields.editor-mode"],
    sentence: 'A field of type highlightText carries "editorMode", json or sql',
    reason: "The editor cannot colour text of an unknown language",
    fix: 'Set "editorMode" to "json" or "sql"',
    check: eachField("field of type highlightText", ({ raw: { editorMode } }) =>
      editorMode === "json" || editorMode === "sql"
        ? undefined
        : `editorMode is ${JSON.stringify(editorMode)}`,
    ),
  },
  {
    id: "fields.flags",
    levels: levels.ours,
    covers: ["fields.when-set"],
    sentence: '"private", "secured" and "datalist", when set, are booleans',
    reason: 'The text "false" counts as true in most languages',
    fix: "Send true or false without quotes",
    check: eachField("form field", ({ raw }) =>
      ["private", "secured", "datalist"]
        .filter((name) => raw[name] !== undefined)
        .map((name) => typeFault(raw, name, "boolean"))
        .find((fault) => fault !== undefined),
    ),
  },
  {
    id: "fields.placeholder",
    levels: levels.ours,
    covers: ["fields.when-set"],
    sentence: '"placeholder", when set, is text',
    reason: "It is printed into the empty box",
    fix: "Send text, or leave it out",
    check: eachField("form field", ({ raw }) =>
      raw["placeholder"] === undefined ? undefined : typeFault(raw, "placeholder", "string"),
    ),
  },
  {
    id: "fields.default-value",
    levels: levels.advice,
    covers: ["fields.when-set"],
    sentence: '"defaultValue" is of the form its field takes',
    reason: "Otherwise the untouched form is refused when it is sent",
    fix: "Send a number for number, a boolean for bool, an array for several values",
    check: eachField("form field", defaultFault),
  },
  {
    id: "fields.requires",
    levels: levels.second,
    covers: ["fields.when-set"],
    sentence: '"datalist_requires", when set, is an array of text',
    reason: "The platform waits for those fields before it asks for options",
    fix: "Send an array of field ids",
    check: eachField("form field", ({ raw: { datalist_requires: requires } }) =>
      requires === undefined || (Array.isArray(requires) && requires.every((id) => typeof id === "string"))
        ? undefined
        : `datalist_requires is ${JSON.stringify(requires)}`,
    ),
  },
  {
    id: "fields.requires-known",
    levels: levels.everywhere,
    covers: ["fields.when-set"],
    sentence: '"datalist_requires" names other fields of the same form',
    reason: "A field that waits for one that does not exist never gets options",
    fix: "Name ids of the same form, not the field itself",
    check: async (context) => {
      const forms = formsOf(await declaredBy(context));
      const dependent = forms
        .flatMap((form) =>
          form.fields.map((value) => ({ where: `${form.where}, field "${value.id}"`, value, form })),
        )
        .filter(({ value }) => value.requires.length > 0);
      if (dependent.length === 0) notApplicable("datalist_requires", "No field depends on another");
      for (const { where, value, form } of dependent) {
        const others = form.fields.filter(({ id }) => id !== value.id).map(({ id }) => id);
        expectEach(
          value.requires.map((id) => ({ where, value: id })),
          "dependent",
          (id) =>
            others.includes(id) ? undefined : `it requires "${id}", which is no other field of the form`,
        );
      }
    },
  },
  {
    id: "fields.date-datalist",
    levels: levels.ours,
    covers: ["fields.date-datalist"],
    sentence: 'A field of type date says "datalist": true',
    reason: "Only then does the platform offer its date suggestions",
    fix: 'Add "datalist": true; the platform itself makes the options',
    check: eachField("field of type date", ({ raw }) =>
      raw["datalist"] === true ? undefined : `datalist is ${JSON.stringify(raw["datalist"])}`,
    ),
  },
  {
    id: "fields.options",
    levels: levels.advice,
    covers: ["fields.datalist-flag"],
    sentence: "A field to choose from has options of its own or a datalist",
    reason: "A list without options cannot be filled in",
    fix: 'Add "data", or "datalist": true and POST /datalist',
    check: eachField("list field", ({ raw, options }) =>
      options.length > 0 || raw["datalist"] === true ? undefined : "it has neither options nor a datalist",
    ),
  },
  {
    id: "fields.static-data",
    levels: levels.second,
    covers: ["alias.static-options"],
    sentence: '"data" of a field is an array of options with a title and a value',
    reason: "The second generation reads static options from it",
    fix: 'Send [{"title", "name", "value"}]',
    check: eachField("field with data", ({ raw: { data } }) =>
      Array.isArray(data) &&
      data.every((one) => isObject(one) && typeof one["title"] === "string" && isScalar(one["value"]))
        ? undefined
        : "an option has no title or no value",
    ),
  },
  {
    id: "fields.static-scalars",
    levels: levels.ours,
    covers: ["alias.static-options"],
    sentence: '"choices" and "options" hold the values of "data", in the same order',
    reason: "The first generation reads static options from them",
    fix: "Send the values under both names",
    check: eachField("field with data", ({ raw: { data, choices, options } }) => {
      const values = objectsIn(data).map(({ value }) => value);
      return same(choices, values) && same(options, values)
        ? undefined
        : "choices or options differ from data";
    }),
  },
]);

const kinds: Readonly<Record<string, (field: DeclaredField) => boolean>> = {
  "form field": () => true,
  "filter field": () => true,
  "field of type link": ({ type }) => type === "link",
  "field of type highlightText": ({ type }) => type === "highlightText",
  "field of type date": ({ type }) => type === "date",
  "field with data": ({ raw }) => raw["data"] !== undefined,
  "list field": ({ type }) => type === "list" || type === "multidropdown" || type === "multilist",
};

function eachField(
  kind: string,
  fault: (field: DeclaredField) => string | undefined,
): (context: CheckContext) => Promise<void> {
  return async (context) => {
    const forms = formsOf(await declaredBy(context)).filter(
      ({ place }) => kind !== "filter field" || place === "filter",
    );
    const fields = forms.flatMap((form) =>
      form.fields.map((value) => ({ where: `${form.where}, field "${value.id}"`, value })),
    );
    const meant = fields.filter(({ value }) => kinds[kind]?.(value) ?? false);
    expectEach(meant, kind, fault);
  };
}

/** Types of the wider public vocabulary that ours does not emit. */
const olderTypes = ["dict", "textarea"];

function isKnownType(type: string): boolean {
  return Object.hasOwn(fieldTypes, type) || olderTypes.includes(type);
}

function defaultFault({ raw, type }: DeclaredField): string | undefined {
  const value = raw["defaultValue"];
  if (value === undefined || value === null) return undefined;
  const found = `defaultValue is ${JSON.stringify(value)}`;
  switch (type) {
    case "number":
      return Number.isFinite(Number(value)) && isScalar(value) ? undefined : found;
    case "bool":
      return [true, false, 0, 1].some((one) => one === value) ? undefined : found;
    case "multidropdown":
    case "multilist":
      return Array.isArray(value) || typeof value === "string" ? undefined : found;
    case "text":
    case "list":
    case "url":
      return isScalar(value) ? undefined : found;
    default:
      return undefined;
  }
}
