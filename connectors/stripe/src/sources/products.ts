import { bool, date, id, type MakeSource, type Source, shape, text, url } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a product that are read. */
export const productShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  updated: shape.number,
  name: shape.text,
  description: shape.text,
  active: shape.bool,
  default_price: reference,
  unit_label: shape.text,
  url: shape.text,
});

/**
 * Creates the source of products.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/products/list
 */
export function products<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Products",
    description: "The newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      updated: date(),
      name: text(),
      description: text(),
      active: bool(),
      price_id: text({ description: "The default price" }),
      unit: text(),
      address: url(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        updated: instantOf(one.updated),
        name: one.name,
        description: one.description,
        active: one.active,
        price_id: idOf(one.default_price),
        unit: one.unit_label,
        address: one.url,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "products",
  object: "product",
  shape: productShape,
};
