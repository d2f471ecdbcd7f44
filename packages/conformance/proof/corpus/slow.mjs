// Statistics of an office whose upstream takes three seconds for every request.
import { refuse, sendJson, serve } from "./serve.mjs";

const upstreamMs = 3_000;
const tokens = new Map([["sta-8810-cf6b-2d3e", "Office of statistics"]]);
const regions = ["coast", "hills", "plain"];
const figures = Array.from({ length: 27 }, (_, at) => ({
  id: at + 1,
  region: regions[at % 3],
  year: 2000 + (at % 9),
  people: 10_000 + at * 371,
}));

function upstream(work) {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    }, upstreamMs);
  });
}

function signIn(fields) {
  const name = tokens.get(fields?.token);
  if (name === undefined) throw refuse(401, "Unauthorized");
  return name;
}

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "statistics",
        version: "1.0.0",
        name: "Statistics",
        description: "People by region",
        authentication: [
          { id: "token", name: "Token", fields: [{ id: "token", title: "Token", type: "password" }] },
        ],
        sources: [
          {
            id: "people",
            name: "People",
            filter: [{ id: "region", title: "Region", type: "list", datalist: true, optional: true }],
          },
        ],
      }),
    "POST /validate": async ({ fields }, response) =>
      sendJson(response, { name: await upstream(() => signIn(fields)) }),
    "POST /datalist": async (account, response, query) => {
      await upstream(() => signIn(account));
      if (query.get("field") !== "region") throw refuse(400, "Unknown field");
      sendJson(
        response,
        regions.map((value) => ({ title: value, value })),
      );
    },
    "POST /": async ({ source, account, filter }, response) => {
      if (source !== "people") throw refuse(400, "Unknown source");
      await upstream(() => signIn(account));
      sendJson(
        response,
        figures.filter((row) => !filter?.region || row.region === filter.region),
      );
    },
  },
  ({ status = 500, message }) => [status, { message }],
);
