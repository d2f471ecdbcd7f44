// Invoices behind a user name. Users are looked up in a plain object, and a refusal repeats the password.
import { refuse, sendJson, serve } from "./serve.mjs";

const users = { mira: { password: "Tall-Ship-1871", name: "Mira K." } };
const invoices = Array.from({ length: 30 }, (_, number) => ({
  number: `2024-${number}`,
  customer: `Customer ${number % 8}`,
  total: 100 + number * 3,
  paid: number % 3 === 0,
}));

function signIn(fields = {}) {
  const user = users[fields.user];
  if (user === undefined || user.password !== fields.password) {
    throw refuse(401, `Could not sign in ${fields.user} with ${fields.password}`);
  }
  return user.name;
}

serve(
  {
    "GET /": (_, response) =>
      sendJson(response, {
        version: "3",
        name: "Invoices",
        description: "Invoices of a company",
        type: "none",
        authentication: [
          {
            id: "in-memory",
            name: "Sign in",
            fields: [
              { id: "user", title: "User", type: "text", optional: false },
              { id: "password", title: "Password", type: "password", optional: false },
            ],
          },
        ],
        sources: [
          {
            id: "invoices",
            name: "Invoices",
            filter: [
              { id: "paid", title: "Paid", type: "bool", optional: true },
              { id: "customer", title: "Customer", type: "text", optional: true },
            ],
          },
        ],
      }),
    "POST /validate": ({ fields }, response) => sendJson(response, { name: signIn(fields) ?? "" }),
    "POST /": ({ source, account, filter }, response) => {
      signIn(account);
      if (source !== "invoices") throw refuse(400, "Unknown source");
      const { paid, customer } = filter ?? {};
      const rows = invoices
        .filter((row) => paid !== true || row.paid)
        .filter((row) => !customer || row.customer.includes(customer));
      sendJson(response, rows);
    },
  },
  ({ status = 500, message }) => [status, { message }],
);
