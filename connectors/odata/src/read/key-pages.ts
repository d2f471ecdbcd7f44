import { memberAt, type PageRequest, type Paging } from "@wellhead/sdk";
import { literalOf } from "../filter/literal.js";
import type { TypeModel } from "../metadata/model.js";
import { linkOf } from "./next-link.js";
import { lacksKey, type QueryOptions } from "./set-address.js";

/** Types that a service orders and compares in the same way. */
const orderable: ReadonlySet<string> = new Set(
  ["String", "Guid", "Byte", "SByte", "Int16", "Int32", "Int64", "Decimal", "Date", "DateTimeOffset"].map(
    (name) => `Edm.${name}`,
  ),
);

/** A property of a key with its type. */
interface KeyPart {
  readonly name: string;
  readonly type: string;
}

/**
 * Returns the key of a type if entities can be read in its order.
 *
 * @param type - The entity type
 * @returns Its parts; `undefined` when there is no such key
 */
export function orderedKey({ key, properties }: TypeModel): readonly KeyPart[] | undefined {
  const parts = key.map((name) => properties.find((one) => one.name === name));
  const known = parts.filter((one) => one !== undefined && orderable.has(one.type));
  return key.length > 0 && known.length === key.length ? known.filter((one) => one !== undefined) : undefined;
}

/**
 * Pages in the order of the key: each begins after the key of the last entity of the page before, so that rows which are
 * inserted or deleted meanwhile move no other over a border. The set ends on a page that announces no other.
 *
 * @param key - The key
 * @param filter - Condition of the whole list. Default: none
 * @param addressOf - Returns the address of the set in an order, with a condition
 * @returns The paging
 */
export function keyPages(
  key: readonly KeyPart[],
  filter: string | undefined,
  addressOf: (options: QueryOptions) => string,
): Paging {
  const order = key.map(({ name }) => name).join(",");
  const asked = (condition: string | undefined): PageRequest => ({
    path: addressOf({ $orderby: order, $filter: condition }),
    query: {},
  });
  return {
    name: "key",
    repeatsAreFaults: true,
    pointsToItem: true,
    first: () => asked(filter),
    after: ({ body, count }) => {
      // A page without a link has all entities after the key.
      if (count === 0 || linkOf(body) === undefined) return { end: "no next page" };
      const last = memberAt(body, `value.${count - 1}`);
      const values = key.map(({ name, type }) => {
        const value = typeof last === "object" ? memberAt(last, name) : undefined;
        if (value === undefined || value === null) throw lacksKey(name);
        return literalOf(value, type);
      });
      const after = afterKey(key, values);
      return {
        next: asked(filter === undefined ? after : `(${filter}) and (${after})`),
        key: values.join(","),
      };
    },
  };
}

/** Writes the condition for the entities after a key: `A gt 1 or (A eq 1 and B gt 2)`. */
function afterKey(key: readonly KeyPart[], values: readonly string[]): string {
  const alternatives = key.map(({ name }, index) => {
    const equal = key.slice(0, index).map((part, place) => `${part.name} eq ${values[place] ?? ""}`);
    return [...equal, `${name} gt ${values[index] ?? ""}`].join(" and ");
  });
  const [only = ""] = alternatives;
  return alternatives.length === 1 ? only : alternatives.map((one) => `(${one})`).join(" or ");
}
