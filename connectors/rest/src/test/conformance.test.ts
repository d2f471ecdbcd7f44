import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { testConformance } from "@wellhead/conformance/vitest";
import { configureEgress } from "@wellhead/runtime";
import { createApp } from "@wellhead/server";
import { restConnector } from "../rest-connector.js";

const stations = Array.from({ length: 60 }, (_, index) => ({
  id: `s${index}`,
  name: `Station ${index}`,
  place: { city: ["Oslo", "Rome"][index % 2] },
  height: index * 1.5,
  since: new Date(Date.UTC(2026, 2, 1, index * 5, 30)).toISOString(),
}));

/** A typical REST API: a key in a header, numbered pages, filters in the query. */
function answer({ headers, url = "" }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, "http://api.example");
  const isKnown = headers["x-api-key"] === "k1-of-ada";
  response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
  if (!isKnown) response.end('{"error":"who are you?"}');
  else if (pathname === "/me") response.end('{"user":{"name":"Ada"}}');
  else if (pathname === "/cities") response.end('[{"code":"Oslo"},{"code":"Rome"}]');
  else {
    const { page = "1", city, since = "", until = "9", changed = "" } = Object.fromEntries(searchParams);
    const found = stations.filter(
      (one) =>
        (city === undefined || one.place.city === city) &&
        one.since >= since &&
        one.since <= until &&
        one.since >= changed,
    );
    const first = (Number(page) - 1) * 25;
    response.end(JSON.stringify({ total: found.length, items: found.slice(first, first + 25) }));
  }
}

testConformance(
  async () => {
    configureEgress({ allow: "127.0.0.1/32:*" });
    const api = createServer(answer);
    await new Promise<void>((resolve) => {
      api.listen(0, "127.0.0.1", resolve);
    });
    const connector = restConnector({
      id: "stations",
      name: "Weather stations",
      // A server that listens on a port has an address of this form.
      baseUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      account: { kind: "header", header: "X-Api-Key" },
      check: { path: "me", name: "user.name" },
      sources: {
        stations: {
          name: "Stations",
          path: "stations",
          items: "items",
          query: { city: "{city}", since: "{seen.min}", until: "{seen.max}", changed: "{since|iso}" },
          paging: { kind: "pageNumber", total: "total" },
          filter: {
            city: { type: "list", optional: true, options: { path: "cities", value: "code" } },
            seen: { type: "date", optional: true },
          },
          fields: {
            id: "id",
            name: "text",
            city: { type: "text", path: "place.city" },
            height: "number",
            since: "date",
          },
          changes: { by: "since" },
        },
      },
    });
    const app = await createApp({ connectors: [connector], logger: false });
    const { url } = await app.listen({ port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        api.closeAllConnections();
        api.close();
      },
    };
  },
  { profile: "all", account: { auth: "key", token: "k1-of-ada" } },
);
