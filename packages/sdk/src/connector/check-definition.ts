import {
  accountKindIdPattern,
  type FieldType,
  fieldTypes,
  reservedAccountKinds,
  streamErrorKey,
} from "@wellhead/contract/vocabulary";
import type { AccountKind, AccountKinds } from "../accounts/account-kind.js";
import type { Field, Fields } from "../fields/field.js";
import type { HttpDefinition } from "../http/http-definition.js";
import { parseReachList } from "../reach/reach-list.js";
import { kindOf } from "./check-kinds.js";
import type { ConnectorMembers } from "./connector.js";
import { definitionFault, isColor, unknownName } from "./definition-fault.js";
import type { Sources } from "./source.js";

/**
 * Checks id, name, version, description, colour and logo.
 *
 * @param members - The plain members of a definition
 * @throws TypeError naming the first fault
 */
export function checkMembers(members: ConnectorMembers): void {
  const { id, name, version, description, color, logo } = members;
  if (typeof id !== "string" || !/^[a-z0-9][a-z0-9-]*$/.test(id)) {
    throw definitionFault(id, "id", `expected lower case letters, digits and hyphens, got "${id}"`);
  }
  for (const [key, value] of Object.entries({ name, version, description })) {
    if (typeof value !== "string" || value.trim() === "")
      throw definitionFault(
        id,
        key,
        `expected text, got ${typeof value === "string" ? "nothing" : kindOf(value)}`,
      );
  }
  if (color !== undefined && !isColor(color)) {
    throw definitionFault(id, "color", `expected #RRGGBB, got "${color}"`);
  }
  if (logo !== undefined && !["file:", "https:"].includes(logo.protocol)) {
    throw definitionFault(id, "logo", `expected a file: or https: URL, got "${logo.protocol}"`);
  }
}

/**
 * Checks the declared limits of an upstream. A limit that no request can satisfy would block every request.
 *
 * @param connector - Id of the connector
 * @param http - The connector's HTTP definition
 * @throws TypeError naming the first fault and its path
 */
export function checkRate(connector: string, http: Pick<HttpDefinition, "rate"> | undefined): void {
  for (const limit of [http?.rate ?? []].flat()) {
    const { reserve = 0 } = limit;
    const [name, count] =
      "maxConcurrent" in limit ? ["maxConcurrent", limit.maxConcurrent] : ["requests", limit.requests];
    const check = (member: string, isGood: boolean, expected: string): void => {
      if (!isGood) throw definitionFault(connector, `http.rate.${member}`, `expected ${expected}`);
    };
    check(name, Number.isSafeInteger(count) && count >= 1, "a whole number of at least 1");
    check("reserve", reserve >= 0 && reserve <= 1, "a share from 0 to 1");
    if ("seconds" in limit) check("seconds", limit.seconds > 0, "a number above 0");
  }
}

/**
 * Checks the sources: ids, names, filter forms, columns.
 *
 * @param connector - Id of the connector
 * @param sources - Sources by id
 * @throws TypeError naming the first fault
 * @see The connector contract, GET /, `sources[]`
 */
export function checkSources(connector: string, sources: Sources): void {
  for (const [id, source] of Object.entries(sources)) {
    const path = `sources.${id}`;
    if (id.trim() === "") throw definitionFault(connector, "sources", "expected text, got an empty id");
    if (typeof source.name !== "string" || source.name.trim() === "") {
      throw definitionFault(connector, `${path}.name`, "expected text, got nothing");
    }
    if (typeof source.rows !== "function")
      throw definitionFault(connector, `${path}.rows`, "expected a function");
    checkForm(connector, `${path}.filter`, {
      form: source.filter,
      allows: (type) => fieldTypes[type].filter,
      place: "filter",
    });
    if (typeof source.fields === "object" && Object.hasOwn(source.fields, streamErrorKey)) {
      throw definitionFault(
        connector,
        `${path}.fields`,
        `the name "${streamErrorKey}" is reserved for the record that ends a failed stream`,
      );
    }
  }
}

const kindId = new RegExp(accountKindIdPattern);

/**
 * Checks the account kinds: at least one, valid ids, and only fields that are allowed in an account form.
 *
 * @param connector - Id of the connector
 * @param kinds - Account kinds by id
 * @throws TypeError naming the first fault
 * @see The connector contract, GET /, `authentication[]`
 */
export function checkAccounts(connector: string, kinds: AccountKinds): void {
  const entries = Object.entries(kinds);
  if (entries.length === 0)
    throw definitionFault(
      connector,
      "accounts",
      "expected at least one account kind, such as none(), got none",
    );
  for (const [id, kind] of entries) {
    const path = `accounts.${id}`;
    if (!kindId.test(id)) {
      throw definitionFault(connector, path, `expected lower case letters, digits and hyphens, got "${id}"`);
    }
    checkFlow(connector, path, { id, kind });
    if (id === reservedAccountKinds.none && Object.keys(kind.fields).length > 0) {
      throw definitionFault(
        connector,
        path,
        'the account kind "none" means that no account is needed, so it cannot have fields',
      );
    }
    checkReach(connector, `${path}.reach`, kind.reach);
    checkForm(connector, `${path}.fields`, {
      form: kind.fields,
      allows: (type) => fieldTypes[type].account,
      place: "account",
    });
  }
}

function checkReach(connector: string, path: string, reach: readonly string[] = []): void {
  try {
    parseReachList(reach);
  } catch (error) {
    throw definitionFault(
      connector,
      path,
      error instanceof Error ? error.message : "expected a list of targets",
    );
  }
}

/** Each OAuth version has one reserved id, and no other account kind may use that id. */
function checkFlow(
  connector: string,
  path: string,
  { id, kind }: { readonly id: string; readonly kind: AccountKind },
): void {
  const flows = [
    { name: "OAuth 1", wanted: reservedAccountKinds.oauth1, found: kind.oauth1 !== undefined },
    { name: "OAuth 2", wanted: reservedAccountKinds.oauth2, found: kind.oauth2 !== undefined },
  ];
  for (const { name, wanted, found } of flows) {
    if (found && id !== wanted) {
      throw definitionFault(connector, path, `expected ${name} under the id "${wanted}", got "${id}"`);
    }
    if (!found && id === wanted) {
      throw definitionFault(
        connector,
        path,
        `expected ${name} under the id "${id}", got another account kind`,
      );
    }
  }
}

/** A form to check. */
interface CheckFormOptions {
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
function checkForm(connector: string, path: string, { form, allows, place }: CheckFormOptions): void {
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
      const others = Object.keys(form).filter((name) => name !== id);
      const fault = unknownName("a field of the same form", required, others);
      throw definitionFault(connector, `${path}.requires`, fault);
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
