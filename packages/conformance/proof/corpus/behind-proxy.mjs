// Orders behind a proxy that replaces every error with a page of its own.
import { refuse, sendJson, serve } from "./serve.mjs";

const tokens = new Map([["ord-53aa-0e91-7bd8", "Shop"]]);
const orders = Array.from({ length: 38 }, (_, at) => ({
  id: at + 1,
  state: ["new", "paid", "sent"][at % 3],
  total: 15 + at,
}));
const titles = { 400: "Bad Request", 401: "Authorization Required", 404: "Not Found" };

function signIn(fields) {
  const name = tokens.get(fields?.token);
  if (name === undefined) throw refuse(401, "Unauthorized");
  return name;
}

function viaProxy(route) {
  return async (body, response, query) => {
    try {
      await route(body, response, query);
    } catch ({ status = 502 }) {
      const title = `${status} ${titles[status] ?? "Bad Gateway"}`;
      response.writeHead(status, { "content-type": "text/html", server: "nginx" });
      response.end(
        `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
      );
    }
  };
}

serve({
  "GET /": viaProxy((_, response) =>
    sendJson(response, {
      version: "2.0",
      name: "Orders",
      description: "Orders of the shop",
      authentication: [
        { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
      ],
      sources: [
        {
          id: "orders",
          name: "Orders",
          filter: [
            { id: "state", title: "State", type: "list", optional: true, options: ["new", "paid", "sent"] },
          ],
        },
      ],
    }),
  ),
  "POST /validate": viaProxy(({ fields }, response) => sendJson(response, { name: signIn(fields) })),
  "POST /": viaProxy(({ source, account, filter }, response) => {
    signIn(account);
    if (source !== "orders") throw refuse(400, "Unknown source");
    sendJson(
      response,
      orders.filter(({ state }) => !filter?.state || state === filter.state),
    );
  }),
});
