// Payroll with a schema. A salary is formatted for people although the schema declares a number.
import { refuse, sendJson, serve } from "./serve.mjs";

const tokens = new Map([["pay-88d1-04bc-e2f7", "Payroll of Acme"]]);
const people = Array.from({ length: 40 }, (_, number) => ({
  id: `p${number}`,
  name: `Person ${number}`,
  team: ["red", "green"][number % 2],
  salary: `${20 + number},500.00 EUR`,
  since: `20${10 + (number % 14)}-04-01`,
}));
const column = (id, type) => [id, { id, name: id, description: "", type, ignore: false, readonly: false }];
const schema = Object.fromEntries([
  column("id", "id"),
  column("name", "text"),
  column("team", "text"),
  column("salary", "number"),
  column("since", "date"),
]);

function signIn(fields) {
  const name = tokens.get(fields?.token);
  if (name === undefined) throw refuse(401, "Unauthorized");
  return name;
}

function checkSource({ source }) {
  if (source !== "people") throw refuse(400, "Unknown source");
}

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        id: "payroll",
        version: "2.0.1",
        name: "Payroll",
        description: "People and what they earn",
        type: "crunch",
        authentication: [
          { id: "login-token", name: "Token", fields: [{ id: "token", title: "Token", type: "text" }] },
        ],
        sources: [
          {
            id: "people",
            name: "People",
            filter: [{ id: "team", title: "Team", type: "list", optional: true, datalist: true }],
          },
        ],
      }),
    "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) }),
    "POST /schema": (body, response) => {
      signIn(body.account);
      checkSource(body);
      sendJson(response, schema);
    },
    "POST /datalist": (account, response) => {
      signIn(account);
      sendJson(response, [
        { title: "Red", value: "red" },
        { title: "Green", value: "green" },
      ]);
    },
    "POST /": (body, response) => {
      signIn(body.account);
      checkSource(body);
      const team = body.filter?.team;
      sendJson(response, team ? people.filter((one) => one.team === team) : people);
    },
  },
  ({ status = 500, message }) => [status, { message }],
);
