import {
  AccessTokenCache,
  accountKey,
  date,
  dateRange,
  defineConnector,
  fields,
  type Http,
  id,
  multiList,
  offset,
  password,
  requestAccessToken,
  text,
} from "@wellhead/sdk";

interface Ticket {
  readonly number: number;
  readonly subject: string;
  readonly priority: string;
  readonly assignee: { readonly login: string; readonly team: string } | null;
  readonly created: string;
  readonly changed: string;
}

const address = "http://127.0.0.1:47004";
const tokens = new AccessTokenCache();
const form = { id: text({ title: "Client id" }), secret: password({ title: "Client secret" }) };

const client = fields({
  title: "Client id and secret",
  fields: form,
  authorize: async ({ headers }, account, { http }) => {
    const owner = accountKey({ connector: "tickets", account: { kind: "client", ...account }, form });
    const issued = await tokens.find(owner, () => {
      const grant = {
        grant_type: "client_credentials",
        client_id: account.id,
        client_secret: account.secret.reveal(),
      };
      return requestAccessToken(http, { tokenUrl: `${address}/oauth/token`, grant, now: Date.now() });
    });
    headers["authorization"] = `Bearer ${issued.reveal()}`;
  },
});

/** The API has seconds in UTC, without a zone. */
function timeOf(instant: string | undefined): string | undefined {
  return instant?.slice(0, 19).replace("T", " ");
}

function instantOf(time: string): string {
  return `${time.replace(" ", "T")}Z`;
}

/** The API excludes the time itself, so the second before is sent. */
function beforeSecondOf(instant: string | undefined): string | undefined {
  return instant === undefined ? undefined : timeOf(new Date(Date.parse(instant) - 1000).toISOString());
}

function readTickets(http: Http, query: Record<string, string | undefined>) {
  return http.pages<Ticket>("tickets", {
    query,
    items: "items",
    paging: offset({ total: "total", size: { parameter: "limit", value: 10 } }),
    key: "number",
    order: "stable",
  });
}

export default defineConnector({
  id: "tickets",
  name: "Tickets",
  version: "1.0.0",
  description: "Tickets of a desk",
  accounts: { client },
  http: { baseUrl: address, rate: { requests: 20, seconds: 10 } },
  identify: async ({ http }) => ({ name: (await http.get("desk").json<{ desk: string }>()).desk }),
  sources: (source) => ({
    tickets: source({
      name: "Tickets",
      filter: {
        priorities: multiList({ title: "Priorities", choices: ["low", "normal", "high"], optional: true }),
        created: dateRange({ title: "Created", optional: true }),
      },
      fields: {
        number: id(),
        subject: text(),
        priority: text(),
        assignee: text(),
        team: text(),
        created: date(),
        changed: date(),
      },
      changes: { by: "changed" },
      rows: ({ http, filter: { priorities, created }, since }) =>
        readTickets(http, {
          priority: priorities?.length === 0 ? undefined : priorities?.join(","),
          created_from: timeOf(created?.min),
          created_to: timeOf(created?.max),
          changed_after: beforeSecondOf(since),
        }).map((ticket) => ({
          number: String(ticket.number),
          subject: ticket.subject,
          priority: ticket.priority,
          assignee: ticket.assignee?.login,
          team: ticket.assignee?.team,
          created: instantOf(ticket.created),
          changed: instantOf(ticket.changed),
        })),
      deleted: ({ http, since }) =>
        readTickets(http, { archived: "only", changed_after: beforeSecondOf(since) }).map(({ number }) => ({
          number: String(number),
        })),
    }),
  }),
});
