import { createHmac } from "node:crypto";
import { integer, limitRequests, oneOf, Refusal, readArguments, route, textLike } from "../stand-in.mjs";

// Tokens that are bought with a client id and expire, a limit, dates without a zone, and items that are archived instead of deleted.

const client = { id: "desk-7", secret: "s3cret-of-the-desk" };
const lifetime = 600;
const priorities = ["low", "normal", "high"];
const time = textLike(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);

function formOf(milliseconds) {
  return new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
}

function isoOf(text) {
  return `${text.replace(" ", "T")}.000Z`;
}

function ticketAt(index) {
  const created = Date.UTC(2026, 0, 10, 6) + index * 5_400_000;
  return {
    number: 500 + index,
    subject: `Ticket ${index}${index % 12 === 0 ? "\nwith a second line" : ""}`,
    priority: priorities[(index * 7) % 3],
    assignee:
      index % 4 === 0 ? null : { login: `agent${index % 6}`, team: index % 2 === 0 ? "support" : "sales" },
    created: formOf(created),
    changed: formOf(created + (index % 5) * 3_600_000),
    archived: index % 23 === 5,
  };
}

function rowOf({ number, subject, priority, assignee, created, changed }) {
  const { login, team } = assignee ?? {};
  return {
    number,
    subject,
    priority,
    assignee: login,
    team,
    created: isoOf(created),
    changed: isoOf(changed),
  };
}

/** A token says when it ends, so that every stand-in of the process knows it. */
function tokenUntil(end) {
  return `${end}.${createHmac("sha256", client.secret).update(String(end)).digest("hex")}`;
}

function requireToken({ headers }) {
  const token = headers.authorization?.replace(/^Bearer /, "");
  const end = Number(token?.split(".")[0]);
  if (token !== tokenUntil(end)) throw new Refusal(401, "The access token is not valid.");
  if (end < Date.now()) throw new Refusal(401, "The access token has expired.");
}

function issueToken({ body }) {
  const form = new URLSearchParams(body);
  const isKnown = form.get("client_id") === client.id && form.get("client_secret") === client.secret;
  if (form.get("grant_type") !== "client_credentials")
    return { status: 400, body: { error: "unsupported_grant_type" } };
  if (!isKnown) return { status: 401, body: { error: "invalid_client" } };
  const token = tokenUntil(Date.now() + lifetime * 1000);
  return { body: { access_token: token, token_type: "bearer", expires_in: lifetime } };
}

function isSelected(
  ticket,
  { priority, created_from: from, created_to: to, changed_after: after, archived = "without" },
) {
  return (
    (priority === undefined || priority.split(",").includes(ticket.priority)) &&
    (from === undefined || ticket.created >= from) &&
    (to === undefined || ticket.created <= to) &&
    (after === undefined || ticket.changed > after) &&
    (archived === "with" || ticket.archived === (archived === "only"))
  );
}

function create() {
  const tickets = Array.from({ length: 131 }, (_, index) => ticketAt(index));
  const limit = limitRequests(20, 10);

  function listTickets(request) {
    const given = readArguments(request, {
      offset: integer(0, 100_000),
      limit: integer(1, 10),
      priority: textLike(/^(?:low|normal|high)(?:,(?:low|normal|high))*$/),
      created_from: time,
      created_to: time,
      changed_after: time,
      archived: oneOf(["without", "with", "only"]),
    });
    const found = tickets.filter((ticket) => isSelected(ticket, given));
    const start = given.offset ?? 0;
    return { body: { total: found.length, items: found.slice(start, start + (given.limit ?? 10)) } };
  }

  return {
    answer(request) {
      if (request.path === "/oauth/token" && request.method === "POST") return issueToken(request);
      requireToken(request);
      limit(request.now);
      return route(request, {
        "GET /desk": () => ({ body: { desk: "Ada's desk" } }),
        "GET /tickets": listTickets,
      });
    },
    rows: { tickets: () => tickets.filter(({ archived }) => !archived).map(rowOf) },
    change(now) {
      const changed = formOf(now);
      Object.assign(tickets[3], { subject: "Changed", changed });
      Object.assign(tickets[40], { archived: true, changed });
      tickets.push({ ...ticketAt(300), created: changed, changed });
    },
  };
}

export const tickets = {
  name: "tickets",
  port: 47004,
  document: "tickets.md",
  accounts: { client: ["id", "secret"] },
  account: { auth: "client", ...client },
  wrong: { auth: "client", id: client.id, secret: "another-secret" },
  sources: {
    tickets: {
      about: "Tickets that are not archived. To whoever keeps a copy, a ticket that is archived is gone.",
      columns: {
        number: "id: the key",
        subject: "text",
        priority: "text",
        assignee: "text: login of the assignee",
        team: "text: team of the assignee",
        created: "date",
        changed: "date",
      },
      filters: {
        priorities: "multiList: several of the priorities",
        created: "dateRange: when the ticket was created",
      },
      changes: true,
      maxRequests: 40,
      maxRequestsForChanges: 6,
    },
  },
  questions: [
    {
      source: "tickets",
      filter: { priorities: ["low", "high"] },
      keeps: ({ priority }) => priority !== "normal",
    },
    {
      source: "tickets",
      filter: { created: { _min: "2026-01-11T00:00:00.000Z", _max: "2026-01-14T23:59:59.999Z" } },
      keeps: ({ created }) => created >= "2026-01-11" && created < "2026-01-15",
    },
  ],
  create,
};
