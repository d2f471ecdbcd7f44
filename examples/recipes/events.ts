import { date, dateRange, defineConnector, hasSignature, id } from "@wellhead/sdk";
import { about, shop } from "./shop.js";

/** An order with a time as the API sends it: seconds since 1970. */
interface PaidOrder {
  readonly id: string;
  readonly paid: number;
}

// #region epoch-dates
function readPaid({ id: order, paid }: PaidOrder) {
  return { id: order, paid: new Date(paid * 1000) };
}

function secondsOf(instant: string | undefined): number | undefined {
  return instant === undefined ? undefined : Math.floor(Date.parse(instant) / 1000);
}
// #endregion epoch-dates

/** What the API sends to a webhook. */
interface PaidEvent {
  readonly kind: "paid" | "removed";
  readonly order: PaidOrder;
}

/** Orders by the time they were paid at, read again when they change. */
export const events = defineConnector({
  ...about("events"),
  http: { baseUrl: shop },
  sources: (source) => ({
    // #region epoch-source
    paid: source({
      name: "Paid orders",
      filter: { paid: dateRange({ optional: true }) },
      fields: { id: id(), paid: date() },
      changes: { by: "paid", lookback: "10 min" },
      rows: ({ http, filter: { paid }, since }) =>
        http
          .pages<PaidOrder>("paid", {
            query: { after: secondsOf(since ?? paid?.min), before: secondsOf(paid?.max) },
          })
          .map(readPaid),
    }),
    // #endregion epoch-source
  }),
  // #region webhooks
  webhooks: {
    async subscribe({ http, url, signingSecrets }) {
      const name = crypto.randomUUID();
      const [secret = ""] = signingSecrets(name);
      const hook = { url: `${url}?hook=${name}`, secret };
      const { number } = await http.post("hooks", { json: hook }).json<{ number: number }>();
      return { id: name, number };
    },
    async unsubscribe({ http, webhook }) {
      await http.delete(`hooks/${Number(webhook["number"])}`).text();
    },
    verify({ body, headers, signingSecrets }) {
      const { hook = "", "x-signature": signature } = headers;
      return hasSignature({ signed: body, signature, secrets: signingSecrets(hook) }) ? hook : undefined;
    },
    // An event has the row or its key, so the platform needs no other request. What an event missed, the next run reads.
    transform({ payload }) {
      // The signature says that the API has sent it.
      const { kind, order } = payload as PaidEvent;
      return {
        paid: kind === "removed" ? { deleted: [{ id: order.id }] } : { changed: [readPaid(order)] },
      };
    },
  },
  // #endregion webhooks
});
