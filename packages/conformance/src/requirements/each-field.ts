import type { CheckContext } from "../requirement/check-context.js";
import { declaredBy, formsOf } from "../target/application.js";
import type { DeclaredField } from "../target/declared.js";
import { expectEach } from "./member-checks.js";

const kinds: Readonly<Record<string, (field: DeclaredField) => boolean>> = {
  "form field": () => true,
  "filter field": () => true,
  "field of type link": ({ type }) => type === "link",
  "field of type highlightText": ({ type }) => type === "highlightText",
  "field of type date": ({ type }) => type === "date",
  "field with data": ({ raw }) => raw["data"] !== undefined,
  "list field": ({ type }) => type === "list" || type === "multidropdown" || type === "multilist",
};

/**
 * Creates a check of every declared field of some kind.
 *
 * @param kind - Kind of the fields; also named as the missing capability when there are none
 * @param fault - Returns the fault of a field, or `undefined`
 * @returns The check
 */
export function eachField(
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
