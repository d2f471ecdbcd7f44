import { date, dateRange, id, type MakeSource, type Source, shape, text } from "@wellhead/sdk";
import { instantOf } from "../read/instant-of.js";
import { readObjects } from "../read/read-objects.js";

/** Members of an event that are read. */
export const eventShape = shape.object({
  id: shape.required(shape.text),
  created: shape.number,
  type: shape.text,
  api_version: shape.text,
  data: shape.object({ object: shape.object({ id: shape.text, object: shape.text }) }),
  request: shape.object({ id: shape.text }),
});

/**
 * Creates the source of events.
 *
 * @param source - Creates a source from its definition
 * @returns The source
 * @see https://docs.stripe.com/api/events/list
 */
export function events<Account>(source: MakeSource<Account>): Source {
  return source({
    name: "Events",
    description: "What has happened in the last 30 days, the newest first",
    filter: {
      created: dateRange({ title: "Created", optional: true }),
      type: text({
        title: "Type",
        description: "Such as charge.refunded, or invoice.* for all of a kind",
        optional: true,
      }),
    },
    fields: {
      id: id(),
      created: date(),
      type: text(),
      object: text({ description: "Kind of what it happened to" }),
      object_id: text(),
      request_id: text({ description: "Empty when Stripe did it by itself" }),
      api_version: text(),
    },
    rows: ({ http, filter: { created, type } }) =>
      readObjects(http, { ...list, query: { type } }, { created }).map((one) => ({
        id: one.id,
        created: instantOf(one.created),
        type: one.type,
        object: one.data?.object?.object,
        object_id: one.data?.object?.id,
        request_id: one.request?.id,
        api_version: one.api_version,
      })),
  });
}

const list = { path: "events", object: "event", shape: eventShape };
