// A connector of two generations with a few faults, for the pictures of checks and synchronizations.
import { once } from "node:events";
import { createServer } from "node:http";

const id = { name: "Id", type: "id" };
const name = { name: "Name", type: "text", subType: "title" };

/** @param {string} targetType @param {string} title @param {string} back */
const relation = (targetType, title, back) => ({
  name: `${title} id`,
  type: "text",
  relation: { cardinality: "many-to-one", name: title, targetName: back, targetType, targetFieldId: "id" },
});

/** @type {Readonly<Record<string, object>>} */
const schema = {
  customer: { id, name, city: { name: "City", type: "text" } },
  product: { id, name, price: { name: "Price", type: "number" } },
  order: {
    id,
    name,
    customer: relation("customer", "Customer", "Orders"),
    ordered: { name: "Ordered", type: "date" },
  },
  line: {
    id,
    name,
    order: relation("order", "Order", "Lines"),
    product: relation("product", "Product", "Lines"),
  },
};

/** @type {Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>} */
const entities = {
  customer: named("c", 40, (index) => ({ city: ["Berlin", "Vienna", "Oslo"][index % 3] })),
  product: named("p", 12, (index) => ({ price: 4.5 + index })),
  order: named("o", 260, (index) => ({ customer: `c-${index % 40}`, ordered: "2026-03-01T09:00:00.000Z" })),
  line: named("l", 900, (index) => ({ order: `o-${index % 260}`, product: `p-${index % 12}` })),
};

/** Entities of the second run differ a little: some orders were renamed, one is gone. */
let runs = 0;

/** @param {string} prefix @param {number} count @param {(index: number) => object} more */
function named(prefix, count, more) {
  return Array.from({ length: count }, (_, index) => ({
    id: `${prefix}-${index}`,
    name: `${prefix.toUpperCase()} ${index}`,
    ...more(index),
  }));
}

/** @type {Readonly<Record<string, (body: Readonly<Record<string, any>>) => unknown>>} */
const routes = {
  "GET /": () => ({
    id: "shop",
    name: "Shop",
    version: "2.1",
    description: "Orders of a small shop",
    authentication: [{ id: "none", name: "No account", description: "" }],
    responsibleFor: { dataProviding: true, dataSynchronization: true },
    sources: [
      {
        id: "orders",
        name: "Orders",
        description: "",
        filter: [{ id: "city", title: "City", type: "text", optional: true }],
      },
      { id: "returns", name: "Returns", description: "Nothing came back yet", filter: [] },
    ],
  }),
  "POST /validate": () => ({ name: "The shop" }),
  // The filter is declared and ignored, and an unknown source has no rows instead of a refusal.
  "POST /": ({ source }) => (source === "orders" ? entities["order"] : []),
  "POST /api/v1/synchronizer/config": () => ({
    types: Object.keys(schema).map((type) => ({ id: type, name: type[0]?.toUpperCase() + type.slice(1) })),
    filters: [],
  }),
  "POST /api/v1/synchronizer/schema": () => schema,
  "POST /api/v1/synchronizer/data": ({ requestedType, pagination }) => {
    const at = pagination?.at ?? 0;
    if (requestedType === "order" && at === 0) runs += 1;
    const changed = requestedType === "order" && runs > 1;
    const all = (entities[requestedType] ?? []).flatMap((entity, index) => {
      if (!changed || index > 6) return [entity];
      return index === 0 ? [] : [{ ...entity, name: `${String(entity["name"])}, paid` }];
    });
    const hasNext = at + 100 < all.length;
    return {
      items: all.slice(at, at + 100),
      pagination: { hasNext, nextPageConfig: hasNext ? { at: at + 100 } : null },
    };
  },
};

/** @returns {Promise<{ url: string, close: () => void }>} The address of the running shop. */
export async function startShop() {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const route = routes[`${request.method} ${request.url}`];
    const body = Buffer.concat(parts).toString();
    const headers = { "content-type": "application/json" };
    try {
      const answer = route?.(body === "" ? {} : JSON.parse(body)) ?? { error: "Not found" };
      response.writeHead(route === undefined ? 404 : 200, headers).end(JSON.stringify(answer));
    } catch {
      response.writeHead(500, headers).end('{"error":"Something went wrong"}');
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() };
}
