import { deepEqual } from "../expect/deep-equal.js";
import { notApplicable } from "../expect/finding.js";
import { isObject } from "../expect/json-of.js";
import { defineRequirements } from "../requirement/define-requirements.js";
import { declaredBy, formsOf } from "../target/application.js";
import { isScalar, objectsIn } from "../target/read-declared.js";
import { eachField } from "./each-field.js";
import { expectEach } from "./member-checks.js";

/** Requirements on the source of a form field's options. */
export const fieldOptionRequirements = defineRequirements(
  { area: "fields", section: "GET /, fields and filter" },
  [
    {
      id: "fields.requires",
      level: "MUST",
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
      level: "MUST",
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
              others.includes(id) ? undefined : `it requires "${id}", which is not another field of the form`,
          );
        }
      },
    },
    {
      id: "fields.date-datalist",
      level: "MUST",
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
      level: "SHOULD",
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
      level: "MUST",
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
      level: "MUST",
      covers: ["alias.static-options"],
      sentence: '"choices" and "options" hold the values of "data", in the same order',
      reason: "The first generation reads static options from them",
      fix: "Send the values under both names",
      check: eachField("field with data", ({ raw: { data, choices, options } }) => {
        const values = objectsIn(data).map(({ value }) => value);
        return deepEqual(choices, values) && deepEqual(options, values)
          ? undefined
          : "choices or options differ from data";
      }),
    },
  ],
);
