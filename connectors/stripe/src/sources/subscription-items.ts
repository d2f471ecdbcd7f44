import {
  date,
  type Http,
  id,
  type MakeSource,
  number,
  type ShapeValue,
  type Source,
  shape,
  text,
} from "@wellhead/sdk";
import { afterLastId } from "../read/after-last-id.js";
import { instantOf } from "../read/instant-of.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";
import { unitAmount } from "../read/unit-amount.js";

/** Members of an item that are read. */
export const itemShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  quantity: shape.number,
  current_period_start: shape.number,
  current_period_end: shape.number,
  price: shape.object({
    id: shape.text,
    product: reference,
    unit_amount: shape.number,
    unit_amount_decimal: shape.text,
    currency: shape.text,
    recurring: shape.object({ interval: shape.text, interval_count: shape.number }),
  }),
});

/** Members of a subscription with its items that are read. */
const itemsShape = shape.object({
  id: shape.required(shape.text),
  created: shape.number,
  status: shape.text,
  customer: reference,
  items: shape.object({ has_more: shape.bool, data: shape.list(itemShape) }),
});

/**
 * Creates the source of the items of subscriptions.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/subscription_items/object
 */
export function subscriptionItems<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Subscription items",
    description: "What each subscription is for, of every status",
    filter: periodFields(),
    fields: {
      id: id(),
      subscription_id: text(),
      subscription_status: text(),
      customer_id: text(),
      created: date(),
      quantity: number(),
      price_id: text(),
      product_id: text(),
      amount: number({ description: "Per unit, in the currency's own unit; empty for tiers" }),
      currency: text(),
      interval: text(),
      interval_count: number(),
      period_start: date(),
      period_end: date(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    async *rows({ http, filter }) {
      for await (const batch of readObjects(http, list, filter)) {
        for (const subscription of batch) {
          const items = await itemsOf(http, subscription);
          yield items.map((item) => toRow(subscription, item));
        }
      }
    },
  });
}

const list = {
  path: "subscriptions",
  object: "subscription",
  shape: itemsShape,
  query: { status: "all" },
  events: "customer.subscription",
  staysListedWhenDeleted: true,
};

/** Reads all items of a subscription; Stripe includes only the first ones with the subscription. */
async function itemsOf(
  http: Http,
  { id: subscription, items }: ShapeValue<typeof itemsShape>,
): Promise<ReadonlyArray<ShapeValue<typeof itemShape>>> {
  if (items?.has_more !== true) return items?.data ?? [];
  const all: Array<ShapeValue<typeof itemShape>> = [];
  const pages = http.pages("subscription_items", {
    shape: itemShape,
    items: "data",
    paging: afterLastId(),
    key: "id",
    order: "stable",
    query: { subscription },
  });
  for await (const batch of pages) all.push(...batch);
  return all;
}

function toRow(subscription: ShapeValue<typeof itemsShape>, item: ShapeValue<typeof itemShape>) {
  const { price } = item;
  return {
    id: item.id,
    subscription_id: subscription.id,
    subscription_status: subscription.status,
    customer_id: idOf(subscription.customer),
    created: instantOf(item.created),
    quantity: item.quantity,
    price_id: price?.id,
    product_id: idOf(price?.product),
    amount: unitAmount(price),
    currency: price?.currency,
    interval: price?.recurring?.interval,
    interval_count: price?.recurring?.interval_count,
    period_start: instantOf(item.current_period_start),
    period_end: instantOf(item.current_period_end),
    metadata: metadataText(item.metadata),
  };
}
