import { bool, cursorInBody, date, id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";

/** The members of an owner that the connector reads. */
const ownerShape = shape.object({
  id: shape.required(shape.text),
  email: shape.text,
  firstName: shape.text,
  lastName: shape.text,
  userId: shape.id,
  archived: shape.bool,
  createdAt: shape.text,
  updatedAt: shape.text,
});

/**
 * Creates the source of the users to whom objects are assigned.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://developers.hubspot.com/docs/api-reference/crm-owners-v3/guide
 */
export function owners<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Owners",
    description: "People that objects are assigned to",
    filter: {},
    fields: {
      id: id(),
      email: text(),
      first_name: text(),
      last_name: text(),
      user_id: text(),
      archived: bool(),
      created: date(),
      updated: date(),
    },
    rows: ({ http }) =>
      http
        .pages("crm/v3/owners", {
          shape: ownerShape,
          items: "results",
          key: "id",
          order: "changing",
          paging: cursorInBody({
            cursor: "paging.next.after",
            parameter: "after",
            size: { parameter: "limit", value: 100 },
          }),
        })
        .map((owner) => ({
          id: owner.id,
          email: owner.email,
          first_name: owner.firstName,
          last_name: owner.lastName,
          user_id: owner.userId === null || owner.userId === undefined ? null : String(owner.userId),
          archived: owner.archived,
          created: owner.createdAt,
          updated: owner.updatedAt,
        })),
  });
}
