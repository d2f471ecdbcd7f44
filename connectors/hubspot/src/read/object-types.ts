import { type Field, type Http, isConnectorError, list, type ShapeValue, shape } from "@wellhead/sdk";

/** Members of the definition of a type that are read. */
const schemaShape = shape.object({
  objectTypeId: shape.text,
  name: shape.required(shape.text),
  fullyQualifiedName: shape.text,
  labels: shape.object({ singular: shape.text, plural: shape.text }),
  archived: shape.bool,
});

const schemasShape = shape.object({ results: shape.required(shape.list(schemaShape)) });

/** Types of objects that every account has, by their name in the API. */
export const standardTypes: Readonly<Record<string, string>> = {
  contacts: "Contacts",
  companies: "Companies",
  deals: "Deals",
  tickets: "Tickets",
  line_items: "Line items",
  products: "Products",
  quotes: "Quotes",
  calls: "Calls",
  emails: "Emails",
  meetings: "Meetings",
  notes: "Notes",
  tasks: "Tasks",
};

/**
 * Reads the types of objects that the account defined.
 *
 * @param http - Client of the request
 * @returns The types
 * @see https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/core/get-crm-object-schemas-v3-schemas
 */
async function readCustomTypes(http: Http): Promise<ReadonlyArray<ShapeValue<typeof schemaShape>>> {
  const { results } = await http.get("crm-object-schemas/v3/schemas").json(schemasShape);
  return results.filter(({ archived }) => archived !== true);
}

/**
 * Creates the field for choosing a type that the account defined.
 *
 * @returns The field
 */
export function customTypeField(): Field<string> {
  return list({
    title: "Type",
    description: "Of objects that the account defined",
    options: async ({ http }) => (await readCustomTypes(http)).map((type) => choiceOf(type)),
  });
}

/**
 * Creates the field for choosing any type.
 *
 * @returns The field
 */
export function anyTypeField(): Field<string> {
  return list({
    title: "Type",
    options: async ({ http }) => [
      ...Object.entries(standardTypes).map(([value, title]) => ({ title, value })),
      ...(await customTypesIfAllowed(http)).map((type) => choiceOf(type)),
    ],
  });
}

/** Reads the types that the account defined, unless the token may not: most accounts have none. */
async function customTypesIfAllowed(http: Http): ReturnType<typeof readCustomTypes> {
  try {
    return await readCustomTypes(http);
  } catch (error) {
    if (isConnectorError(error) && error.code === "account_invalid") return [];
    throw error;
  }
}

function choiceOf({ objectTypeId, fullyQualifiedName, name, labels }: ShapeValue<typeof schemaShape>) {
  const value = objectTypeId || fullyQualifiedName || name;
  return { title: labels?.plural || labels?.singular || name, value };
}
