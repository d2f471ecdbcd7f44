import { nameExchange } from "../expect/expect-status.js";
import type { JsonObject } from "../expect/json-of.js";
import type { Exchange } from "../probe/exchange.js";
import { notApplicable, unmet } from "../requirement/finding.js";

/** Something declared, and where. */
export interface Declared<Value> {
  /** Where it stands, for messages. */
  readonly where: string;
  readonly value: Value;
}

/**
 * Demands text that is not empty.
 *
 * @param object - The object
 * @param name - Its member
 * @throws Finding when it is missing, empty or no text
 */
export function expectText(object: JsonObject, name: string): void {
  const value = object[name];
  if (typeof value !== "string") unmet(`"${name}" is ${typeof value}, wanted text`);
  if (value.trim() === "") unmet(`"${name}" is empty`);
}

/**
 * Demands an array that is not empty.
 *
 * @param object - The object
 * @param name - Its member
 * @throws Finding when it is missing, empty or no array
 */
export function expectNoEmpty(object: JsonObject, name: string): void {
  const value = object[name];
  if (!Array.isArray(value)) unmet(`"${name}" is ${typeof value}, wanted an array`);
  if (value.length === 0) unmet(`"${name}" is empty`);
}

/**
 * Demands something of every declared thing of a kind.
 *
 * @param all - The things
 * @param kind - What they are, for the verdict when there are none
 * @param fault - What is wrong with one, or nothing
 * @throws Finding naming the first that is wrong
 */
export function expectEach<Value>(
  all: ReadonlyArray<Declared<Value>>,
  kind: string,
  fault: (value: Value) => string | undefined,
): void {
  if (all.length === 0) notApplicable(kind, `The connector declares no ${kind}`);
  for (const { where, value } of all) {
    const found = fault(value);
    if (found !== undefined) unmet(`${where}: ${found}`);
  }
}

/**
 * Demands that texts differ from each other.
 *
 * @param ids - The texts
 * @param where - Where they stand
 * @throws Finding naming the first that is there twice
 */
export function expectUnique(ids: readonly unknown[], where: string): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) unmet(`${where}: ${JSON.stringify(twice)} is there twice`);
}

/**
 * Describes a member of the wrong type.
 *
 * @param object - The object
 * @param name - Its member
 * @param type - What `typeof` should say
 * @returns The fault, or nothing
 */
export function typeFault(object: JsonObject, name: string, type: "string" | "boolean"): string | undefined {
  const value = object[name];
  return typeof value === type
    ? undefined
    : `"${name}" is ${JSON.stringify(value) ?? "missing"}, wanted ${type}`;
}

/** Name of the cause when a wrong account is accepted. */
export const wrongAccountAccepted = "wrong-account-accepted";

/** Name of the cause when a wrong account is a fault of the connector. */
export const wrongAccountFailed = "wrong-account-500";

/**
 * Demands that a wrong account is answered 401.
 *
 * @param answer - The answer to it
 * @throws Finding when the status is another, with the cause that other requirements see too
 */
export function expectUnauthorized(answer: Exchange): void {
  if (answer.status === 401) return;
  const found = `${nameExchange(answer)} answered ${answer.status} to a wrong account, expected 401`;
  const cause = answer.status >= 500 ? wrongAccountFailed : wrongAccountAccepted;
  unmet(found, { witness: answer, ...((answer.status >= 500 || answer.status < 300) && { cause }) });
}
