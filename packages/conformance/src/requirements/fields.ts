import { fieldTypes } from "@wellhead/contract";
import { defineRequirements } from "../requirement/define-requirements.js";
import { declaredBy, formsOf } from "../target/application.js";
import type { DeclaredField } from "../target/declared.js";
import { isScalar, objectsIn } from "../target/read-declared.js";
import { eachField } from "./each-field.js";
import { expectEach, expectUnique, typeFault } from "./member-checks.js";

const section = "GET /, fields and filter";

/** Requirements on the declaration of form fields. */
export const fieldRequirements = defineRequirements({ area: "fields", section }, [
  {
    id: "fields.id",
    level: "MUST",
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
    level: "MUST",
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
    level: "MUST",
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
    level: "MUST",
    covers: ["alias.label"],
    sentence: '"title" and "name" of a field are both set and equal',
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
    level: "MUST",
    covers: ["fields.members"],
    sentence: 'Every field has a "description", which may be empty',
    reason: "The first generation leaves out a field without it",
    fix: 'Add "description"',
    check: eachField("form field", ({ raw }) => typeFault(raw, "description", "string")),
  },
  {
    id: "fields.obligation",
    level: "MUST",
    covers: ["fields.members"],
    sentence: "Every field says whether it may be left empty",
    reason: "Without it, one generation requires the field and the other does not",
    fix: 'Add "optional" and "required" with opposite values',
    check: eachField("form field", ({ raw }) =>
      typeof raw["optional"] === "boolean" || typeof raw["required"] === "boolean"
        ? undefined
        : "it has neither optional nor required",
    ),
  },
  {
    id: "fields.obligation-pair",
    level: "MUST",
    covers: ["alias.obligation"],
    sentence: '"optional" and "required" of a field are both set and opposite',
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
    level: "MUST",
    covers: ["fields.types"],
    sentence: "Every field is of a type the interface knows",
    reason: "A platform draws nothing for a type it does not know",
    fix: `Use one of ${Object.keys(fieldTypes).join(", ")}`,
    check: eachField("form field", ({ type }) => (isKnownType(type) ? undefined : `its type is "${type}"`)),
  },
  {
    id: "fields.password-place",
    level: "MUST",
    covers: ["fields.password"],
    sentence: "A field of type password occurs in account forms only",
    reason: "Filters are saved and shared in the clear",
    fix: "Move the secret to the account",
    check: eachField("filter field", ({ type }) =>
      type === "password" ? "it is of type password" : undefined,
    ),
  },
  {
    id: "fields.oauth-place",
    level: "MUST",
    covers: ["fields.display-only"],
    sentence: "A field of type oauth occurs in account forms only",
    reason: "A sign-in button in a filter leads nowhere",
    fix: "Remove it from the filter",
    check: eachField("filter field", ({ type }) => (type === "oauth" ? "it is of type oauth" : undefined)),
  },
  {
    id: "fields.link-value",
    level: "MUST",
    covers: ["fields.when-set", "fields.display-only"],
    sentence: 'A field of type link carries its address in "value"',
    reason: "A link without an address cannot be followed",
    fix: 'Add "value" with the address',
    check: eachField("field of type link", ({ raw, type }) =>
      type === "link" && typeof raw["value"] !== "string" ? "it has no value" : undefined,
    ),
  },
  {
    id: "fields.editor-mode",
    level: "MUST",
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
    level: "MUST",
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
    level: "MUST",
    covers: ["fields.when-set"],
    sentence: '"placeholder", when set, is text',
    reason: "It is shown in the empty field",
    fix: "Send text, or leave it out",
    check: eachField("form field", ({ raw }) =>
      raw["placeholder"] === undefined ? undefined : typeFault(raw, "placeholder", "string"),
    ),
  },
  {
    id: "fields.default-value",
    level: "SHOULD",
    covers: ["fields.when-set"],
    sentence: '"defaultValue" is of the form its field takes',
    reason: "Otherwise the untouched form is refused when it is sent",
    fix: "Send a number for number, a boolean for bool, an array for several values",
    check: eachField("form field", defaultFault),
  },
]);

/** Types of the wider public vocabulary that Wellhead does not emit. */
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
