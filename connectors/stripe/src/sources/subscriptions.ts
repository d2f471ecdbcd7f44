import { bool, date, id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { metadataShape, metadataText } from "../read/metadata.js";
import { periodFields, readObjects } from "../read/read-objects.js";
import { idOf, reference } from "../read/reference.js";

/** Members of a subscription that are read. */
export const subscriptionShape = shape.object({
  id: shape.required(shape.text),
  metadata: metadataShape,
  created: shape.number,
  status: shape.text,
  customer: reference,
  currency: shape.text,
  description: shape.text,
  start_date: shape.number,
  ended_at: shape.number,
  cancel_at: shape.number,
  canceled_at: shape.number,
  cancel_at_period_end: shape.bool,
  trial_start: shape.number,
  trial_end: shape.number,
  collection_method: shape.text,
  cancellation_details: shape.object({ reason: shape.text, feedback: shape.text }),
});

/**
 * Creates the source of subscriptions.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/subscriptions/list
 */
export function subscriptions<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Subscriptions",
    description: "Of every status, the newest first",
    filter: periodFields(),
    fields: {
      id: id(),
      created: date(),
      status: text(),
      customer_id: text(),
      currency: text(),
      description: text(),
      started: date(),
      ended: date(),
      cancels: date({ description: "When it will be cancelled" }),
      cancelled: date({ description: "When it was cancelled, or asked to be" }),
      cancels_at_period_end: bool(),
      trial_start: date(),
      trial_end: date(),
      collection: text(),
      cancellation_reason: text(),
      cancellation_feedback: text(),
      metadata: text({ description: "Keys and values of your own, as JSON" }),
    },
    rows: ({ http, filter }) =>
      readObjects(http, list, filter).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        status: one.status,
        customer_id: idOf(one.customer),
        currency: one.currency,
        description: one.description,
        started: instantOf(one.start_date),
        ended: instantOf(one.ended_at),
        cancels: instantOf(one.cancel_at),
        cancelled: instantOf(one.canceled_at),
        cancels_at_period_end: one.cancel_at_period_end,
        trial_start: instantOf(one.trial_start),
        trial_end: instantOf(one.trial_end),
        collection: one.collection_method,
        cancellation_reason: one.cancellation_details?.reason,
        cancellation_feedback: one.cancellation_details?.feedback,
        metadata: metadataText(one.metadata),
      })),
  });
}

const list = {
  path: "subscriptions",
  object: "subscription",
  shape: subscriptionShape,
  query: { status: "all" },
  events: "customer.subscription",
  staysListedWhenDeleted: true,
};
