import type { ShapeFacts } from "@wellhead/sdk";
import type { TSType } from "oxc-parser";
import type { ProviderType, ProviderTypes } from "./provider-types.js";

/** The provider's type that a part of a shape is compared with. */
interface ComparedType {
  readonly type: ProviderType;
  readonly types: ProviderTypes;
  /** Its path, for the sentences. */
  readonly path: string;
}

/**
 * Compares the shape that a connector reads with the type that the provider declares.
 *
 * @param facts - The shape that the connector reads
 * @param type - The provider's type; `undefined` when it does not have one of that name
 * @param types - All of the provider's types
 * @returns A sentence for each member that the provider does not have, may omit although it is required, or sends as
 *   another kind of value
 */
export function shapeMisfits(
  facts: ShapeFacts,
  type: TSType | undefined,
  types: ProviderTypes,
): readonly string[] {
  if (type === undefined) return ["the provider has no such type"];
  return misfits(facts, { type: types.read(type), types, path: "item" });
}

function misfits(facts: ShapeFacts, place: ComparedType): readonly string[] {
  const { type, types, path } = place;
  if (facts.kind === "anything" || type.kinds.has("any")) return [];
  if (facts.kind === "required") {
    const missing = type.kinds.has("null") ? [`${path} is required, and may be null`] : [];
    return [...missing, ...misfits(facts.value, place)];
  }
  const choices = facts.kind === "oneOf" ? facts.choices : [facts];
  const read = new Set(choices.flatMap((choice) => kindsReadBy(choice)));
  const unread = kindsOf(type).filter((kind) => !read.has(kind));
  if (unread.length > 0) return unread.map((kind) => `${path} may be ${kind}`);
  if (facts.kind === "oneOf") {
    return choices.flatMap((choice) => misfits(choice, { ...place, type: partFor(choice, type) }));
  }
  if (facts.kind === "list") {
    return type.items.flatMap((item) =>
      misfits(facts.item, { type: types.read(item), types, path: `${path}[]` }),
    );
  }
  if (facts.kind !== "object" || type.objects.length === 0) return [];
  return Object.entries(facts.members).flatMap(([name, member]) => memberMisfits(member, name, place));
}

function memberMisfits(
  facts: ShapeFacts,
  name: string,
  { type, types, path }: ComparedType,
): readonly string[] {
  const here = `${path}.${name}`;
  const found = type.objects.map((members) => members.get(name)).filter((member) => member !== undefined);
  if (found.length === 0) return [`${here} is not a member of the provider's`];
  const isOptional = found.some(({ optional }) => optional);
  const missing = facts.kind === "required" && isOptional ? [`${here} is required, and may be missing`] : [];
  return [
    ...missing,
    ...found.flatMap((member) => misfits(facts, { type: types.read(member.type), types, path: here })),
  ];
}

/** Returns the kinds of values that a type allows, without `null`. */
function kindsOf({ kinds, objects, items }: ProviderType): readonly string[] {
  const scalars = [...kinds].filter((kind) => kind !== "null");
  return [...scalars, ...(objects.length > 0 ? ["object"] : []), ...(items.length > 0 ? ["list"] : [])];
}

/** Returns the kinds of values that a shape reads. */
function kindsReadBy(facts: ShapeFacts): readonly string[] {
  if (facts.kind === "id") return ["text", "number"];
  if (facts.kind === "record") return ["object"];
  return [facts.kind];
}

/** Returns the part of a type that one choice reads. */
function partFor(choice: ShapeFacts, { kinds, objects, items }: ProviderType): ProviderType {
  const read = kindsReadBy(choice);
  return {
    kinds: new Set([...kinds].filter((kind) => read.includes(kind))),
    objects: read.includes("object") ? objects : [],
    items: read.includes("list") ? items : [],
  };
}
