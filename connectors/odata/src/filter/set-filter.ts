import {
  bool,
  type Choice,
  type DateRange,
  type DayRange,
  type DecimalRange,
  dateRange,
  dayRange,
  decimalRange,
  type Field,
  type Fields,
  type Http,
  inputInvalid,
  isConnectorError,
  multiList,
  text,
} from "@wellhead/sdk";
import { isNumber } from "../columns/entity-columns.js";
import { checkService } from "../metadata/check-service.js";
import type { PropertyModel, ServiceModel, SetModel } from "../metadata/model.js";
import { literalOf } from "./literal.js";

/** Ids of the fields that are not properties; a property's name has no such character. */
export const optionIds = {
  where: "$filter",
  order: "$orderby",
  select: "$select",
  expand: "$expand",
} as const;

/** Maximum number of properties that become fields. Any other is filtered by the text of `$filter`. */
const maxFields = 40;

/**
 * Creates the filter form of an entity set: a field for each property by which it can be filtered, and the options of a
 * query.
 *
 * @param model - Metadata of the service
 * @param set - The set
 * @returns The form
 */
export function setFilter(model: ServiceModel, set: SetModel): Fields {
  const fields = filteredProperties(model, set).map(
    (property) => [property.name, fieldOf(model, property)] as const,
  );
  return { ...Object.fromEntries(fields), ...optionFields(set) };
}

/** Returns the properties of a set that have a field of the form. */
function filteredProperties(model: ServiceModel, { type, unfiltered }: SetModel): readonly PropertyModel[] {
  if (unfiltered === "all") return [];
  return type.properties
    .filter((property) => !unfiltered.has(property.name) && kindOf(model, property) !== undefined)
    .slice(0, maxFields);
}

function optionFields({ type, unfiltered }: SetModel): Fields {
  return {
    ...(unfiltered !== "all" && {
      [optionIds.where]: text({
        title: "Filter",
        description: "A filter in the language of OData",
        placeholder: "startswith(Name,'A') and Price gt 10",
        optional: true,
      }),
    }),
    [optionIds.order]: text({ title: "Order by", placeholder: "Name desc", optional: true }),
    [optionIds.select]: multiList({
      title: "Properties",
      description: "Default: all",
      options: ({ http }) => namesOf(http, type.properties),
      optional: true,
    }),
    ...(type.navigation.length > 0 && {
      [optionIds.expand]: multiList({
        title: "With related entities",
        description: "Properties of one related entity become columns; several are JSON",
        options: ({ http }) => namesOf(http, type.navigation),
        optional: true,
      }),
    }),
  };
}

function membersOf({ enums }: ServiceModel, { type }: PropertyModel): readonly { readonly name: string }[] {
  return (enums.get(type) ?? []).map((name) => ({ name }));
}

async function namesOf(
  http: Http,
  properties: readonly { readonly name: string }[],
): Promise<readonly Choice[]> {
  await checkService(http);
  return properties.map(({ name }) => ({ title: name, value: name }));
}

type Kind = "text" | "bool" | "number" | "instant" | "day" | "enum";

function kindOf({ enums }: ServiceModel, { type, isCollection }: PropertyModel): Kind | undefined {
  if (isCollection) return undefined;
  if (type === "Edm.String" || type === "Edm.Guid") return "text";
  if (type === "Edm.Boolean") return "bool";
  if (type === "Edm.DateTimeOffset") return "instant";
  if (type === "Edm.Date") return "day";
  if (isNumber(type)) return "number";
  return (enums.get(type)?.length ?? 0) > 0 ? "enum" : undefined;
}

function fieldOf(model: ServiceModel, property: PropertyModel): Field {
  const { description } = property;
  const members = {
    title: property.name,
    ...(description !== undefined && { description }),
    optional: true,
  } as const;
  const makers: Readonly<Record<Kind, () => Field>> = {
    text: () => text(members),
    bool: () => bool(members),
    number: () => decimalRange(members),
    instant: () => dateRange(members),
    day: () => dayRange(members),
    enum: () => multiList({ ...members, options: ({ http }) => namesOf(http, membersOf(model, property)) }),
  };
  return makers[kindOf(model, property) ?? "text"]();
}

/**
 * Writes the conditions of the form.
 *
 * @param model - Metadata of the service
 * @param set - The set
 * @param values - Values of the form
 * @returns Conditions that must all be true
 * @throws ConnectorError `invalid_field` naming the field with an invalid value
 */
export function setConditions(
  model: ServiceModel,
  set: SetModel,
  values: Readonly<Record<string, unknown>>,
): readonly string[] {
  const conditions = filteredProperties(model, set).flatMap((property) => {
    const value = values[property.name];
    if (value === undefined || value === null) return [];
    try {
      return conditionsOf(model, property, value);
    } catch (error) {
      if (!isConnectorError(error)) throw error;
      const message = `Could not filter by "${property.name}": ${error.message}.`;
      throw inputInvalid(message, { field: property.name });
    }
  });
  const where = values[optionIds.where];
  return typeof where === "string" && where.trim() !== "" ? [...conditions, `(${where.trim()})`] : conditions;
}

function conditionsOf(model: ServiceModel, property: PropertyModel, value: unknown): readonly string[] {
  const { name, type } = property;
  const kind = kindOf(model, property);
  // The form has read the value by the field of its kind.
  if (kind === "number") return numberConditions(name, value as DecimalRange);
  // As above.
  if (kind === "instant") return instantConditions(name, value as DateRange);
  // As above.
  if (kind === "day") return dayConditions(name, value as DayRange);
  if (kind !== "enum") return [`${name} eq ${literalOf(value, type)}`];
  // As above.
  const members = value as readonly string[];
  const known = model.enums.get(type) ?? [];
  const wrong = members.find((member) => !known.includes(member));
  if (wrong !== undefined)
    throw inputInvalid(`expected one of ${known.join(", ")}, got ${JSON.stringify(wrong)}`);
  const chosen = members.map((member) => `${name} eq ${type}'${member}'`);
  if (chosen.length === 0) return [];
  return [chosen.length === 1 ? (chosen[0] ?? "") : `(${chosen.join(" or ")})`];
}

function numberConditions(name: string, { min, max }: DecimalRange): readonly string[] {
  return [
    ...(min === undefined ? [] : [`${name} ge ${min}`]),
    ...(max === undefined ? [] : [`${name} le ${max}`]),
  ];
}

/** The end includes its millisecond, and a service may have instants within it. */
function instantConditions(name: string, { min, max }: DateRange): readonly string[] {
  const after = max === undefined ? undefined : new Date(Date.parse(max) + 1).toISOString();
  return [
    ...(min === undefined ? [] : [`${name} ge ${min}`]),
    ...(after === undefined ? [] : [`${name} lt ${after}`]),
  ];
}

function dayConditions(name: string, { firstDay, lastDay }: DayRange): readonly string[] {
  return [
    ...(firstDay === undefined ? [] : [`${name} ge ${firstDay}`]),
    ...(lastDay === undefined ? [] : [`${name} le ${lastDay}`]),
  ];
}
