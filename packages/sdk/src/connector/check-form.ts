import type { FieldType } from "@wellhead/contract/vocabulary";
import type { Field, Fields } from "../fields/field.js";
import { definitionFault } from "./definition-fault.js";

/** A form to check. */
export interface CheckFormOptions {
  readonly form: Fields;
  /** Reports whether a type is allowed in this form. */
  readonly allows: (type: FieldType) => boolean;
  /** What the form is for, as named in the error. */
  readonly place: "account" | "filter";
}

/** Member names that the platform itself adds to an account or a request. */
const taken: ReadonlySet<string> = new Set(["auth", "identifier", "_id", "_cls", "__proto__"]);

/** Account members that would overwrite a field of the same name, and why. */
const reserved: ReadonlyMap<string, string> = new Map([
  ["kind", "holds the kind of the account"],
  ["name", "is replaced with the name of the account by POST /validate"],
]);

/**
 * Checks the fields of one form: ids, types, and the fields they depend on.
 *
 * @param connector - Id of the connector
 * @param path - Path of the form in the definition
 * @param options - The form and the types it allows
 * @throws TypeError naming the first fault
 */
export function checkForm(connector: string, path: string, { form, allows, place }: CheckFormOptions): void {
  for (const [id, field] of Object.entries(form)) {
    const here = `${path}.${id}`;
    if (id === "" || taken.has(id))
      throw definitionFault(connector, here, `the id "${id}" is used by the platform itself`);
    const reason = place === "account" ? reserved.get(id) : undefined;
    if (reason !== undefined)
      throw definitionFault(connector, here, `the id "${id}" is reserved: it ${reason}`);
    if (!allows(field.type))
      throw definitionFault(
        connector,
        here,
        `expected a type that ${place} forms can hold, got "${field.type}"`,
      );
    checkDependents(connector, here, { id, field, form });
  }
}

function checkDependents(
  connector: string,
  path: string,
  { id, field, form }: { id: string; field: Field; form: Fields },
): void {
  for (const required of field.requires ?? []) {
    if (!Object.hasOwn(form, required)) {
      throw definitionFault(
        connector,
        `${path}.requires`,
        `expected a field of the same form, got "${required}"`,
      );
    }
    if (reaches(form, required, id)) {
      throw definitionFault(
        connector,
        `${path}.requires`,
        `the field "${required}" itself depends on "${id}"`,
      );
    }
  }
}

function reaches(form: Fields, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(form[next]?.requires ?? []));
  }
  return false;
}
