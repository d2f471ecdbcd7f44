import { memberAt, upstreamInvalid } from "@wellhead/sdk";
import { literalOf } from "../filter/literal.js";
import type { SetModel } from "../metadata/model.js";

/** Options of a query, such as `$filter`; those that are `undefined` are omitted. */
export type QueryOptions = Readonly<Record<string, string | undefined>>;

/**
 * Writes the address of an entity set. Spaces become `%20`, because services need not read `+` as a space.
 *
 * @param root - Root of the service
 * @param set - Name of the set
 * @param options - Options of the query
 * @returns The absolute address
 * @see https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_URLParsing
 */
export function setAddress(root: string, set: string, options: QueryOptions): string {
  const query = Object.entries(options)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `${root}/${encodeURIComponent(set)}${query === "" ? "" : `?${query}`}`;
}

/**
 * Writes the address of the related entities of an entity: `Orders(1)/Items`, or `Items(OrderId=1,Place='a')/Notes`.
 *
 * @param root - Root of the service
 * @param set - The set of the entity
 * @param related - The entity, and the name of its navigation property
 * @returns The absolute address
 * @throws ConnectorError `upstream_invalid` when the entity has no key
 * @see https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_AddressingEntities
 */
export function relatedAddress(
  root: string,
  { name: setName, type }: SetModel,
  { entity, name }: { readonly entity: object; readonly name: string },
): string {
  const parts = type.key.map((property) => {
    const value = memberAt(entity, property);
    const kind = type.properties.find((one) => one.name === property)?.type;
    if (value === undefined || value === null || kind === undefined) throw lacksKey(property);
    return [property, encodeURIComponent(literalOf(value, kind))] as const;
  });
  const [only] = parts;
  const key = parts.length === 1 ? only?.[1] : parts.map((part) => part.join("=")).join(",");
  return `${root}/${encodeURIComponent(setName)}(${key ?? ""})/${encodeURIComponent(name)}`;
}

/**
 * Creates the error for an entity without a property of its key.
 *
 * @param name - Name of the property
 * @returns The error to throw
 */
export function lacksKey(name: string): Error {
  return upstreamInvalid(
    `Could not read the set: expected the key "${name}" in every entity, got an entity without it.`,
  );
}
