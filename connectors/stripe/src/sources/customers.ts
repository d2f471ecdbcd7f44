import { bool, date, id, type MakeSource, number, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { majorUnits } from "../read/major-units.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";

/** Members of a customer that are read. */
export const customerShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  name: shape.text,
  email: shape.text,
  phone: shape.text,
  description: shape.text,
  address: shape.object({ country: shape.text, city: shape.text }),
  currency: shape.text,
  balance: shape.number,
  delinquent: shape.bool,
});

/**
 * Creates the source of customers.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/customers/list
 */
export function customers<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Customers",
    description: "The newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      name: text(),
      email: text(),
      phone: text(),
      description: text(),
      city: text(),
      country: text({ description: "Two letters" }),
      currency: text(),
      balance: number({ description: "What the customer owes; negative when the business owes them" }),
      delinquent: bool({ description: "The latest invoice is not paid" }),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        name: one.name,
        email: one.email,
        phone: one.phone,
        description: one.description,
        city: one.address?.city,
        country: one.address?.country,
        currency: one.currency,
        balance: majorUnits(one.balance, one.currency),
        delinquent: one.delinquent,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "customers",
  object: "customer",
  shape: customerShape,
};
