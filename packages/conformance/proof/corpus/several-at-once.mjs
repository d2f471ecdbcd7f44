// Two connectors in one program, each below a path of its own; the second is judged. One of its sources ignores its
// filter.
import { createServer } from "node:http";

const leads = Array.from({ length: 33 }, (_, at) => ({ id: at + 1, stage: ["cold", "warm", "won"][at % 3] }));
const calls = Array.from({ length: 41 }, (_, at) => ({ id: at + 1, result: ["reached", "missed"][at % 2] }));
const token = "crm-02fd-8e44-b19c";

const option = (id, values) => ({
  id,
  title: id,
  type: "list",
  optional: true,
  data: values.map((value) => ({ title: value, value })),
});

function crm(method, path, { account, fields, source, filter = {} }) {
  switch (`${method} ${path}`) {
    case "GET ":
      return {
        version: "1",
        name: "CRM",
        description: "Leads and calls",
        authentication: [
          { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
        ],
        sources: [
          { id: "leads", name: "Leads", filter: [option("stage", ["cold", "warm", "won"])] },
          { id: "calls", name: "Calls", filter: [option("result", ["reached", "missed"])] },
        ],
      };
    case "POST validate":
      if (fields?.token !== token) throw [401, "Wrong token"];
      return { name: "CRM", token };
    case "POST ":
      if (account?.token !== token) throw [401, "Wrong token"];
      if (source === "leads") return leads.filter(({ stage }) => !filter.stage || stage === filter.stage);
      if (source === "calls") return calls;
      throw [400, "Unknown source"];
    default:
      throw [404, "Not found"];
  }
}

function mail(method, path) {
  if (`${method} ${path}` !== "GET ") throw [404, "Not found"];
  return { version: "1", name: "Mail", authentication: [{ id: "none", name: "None" }], sources: [] };
}

const connectors = new Map([
  ["mail", mail],
  ["crm", crm],
]);
const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  let [status, value] = [200];
  try {
    const [, id, ...path] = request.url.split("?")[0].split("/");
    const connector = connectors.get(id);
    if (connector === undefined) throw [404, "Not found"];
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks));
    value = connector(request.method, path.join("/"), body ?? {});
  } catch (error) {
    [status, value] = Array.isArray(error)
      ? [error[0], { error: error[1] }]
      : [400, { error: "Bad request" }];
  }
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port, path: "/crm/" })}\n`);
});
