import { integer, oneOf, Refusal, readArguments, requireHeader, route } from "../stand-in.mjs";

// Links in a header, a list below each item of another, and a member that is gone although the list still has it. Days are written
// as in Britain.

const password = "r3ading-room";
const gone = 17;

function dayAt(index) {
  const date = new Date(Date.UTC(2025, 10, 3) + index * 86_400_000).toISOString();
  return { text: date.slice(0, 10).split("-").toReversed().join("/"), iso: date.slice(0, 10) };
}

const memberCount = 34;

function memberAt(index) {
  return {
    id: index,
    name: index % 8 === 0 ? `O'Member ${index}` : `Member ${index}`,
    joined: dayAt(index * 3).text,
    active: index % 5 !== 0,
  };
}

function loansOf(member) {
  return Array.from({ length: (member * 5) % 13 }, (_, index) => ({
    loan: `${member}-${index}`,
    book: { title: `Book, part ${index}`, isbn: String(9_780_000_000_000 + member * 100 + index) },
    due: dayAt(member + index * 9).text,
    returned: index % 3 === 0 ? null : dayAt(member + index * 9 - 2).text,
  }));
}

function isoOf(text) {
  return text === null ? null : text.split("/").toReversed().join("-");
}

/** Answers with a page, and with a link to the next one. */
function page(request, items, size) {
  const { page: number = 1 } = readArguments(request, {
    page: integer(1, 1000),
    active: oneOf(["true", "false"]),
  });
  const next = new URLSearchParams(request.query);
  next.set("page", String(number + 1));
  const hasNext = number * size < items.length;
  const link = `<http://${request.headers.host ?? "127.0.0.1:47003"}${request.path}?${next}>; rel="next"`;
  return { headers: hasNext ? { link } : {}, body: items.slice((number - 1) * size, number * size) };
}

function create() {
  const members = Array.from({ length: memberCount }, (_, index) => memberAt(index + 1));

  function listMembers(request) {
    const active = request.query.get("active");
    return page(
      request,
      active === null ? members : members.filter((member) => String(member.active) === active),
      10,
    );
  }

  function listLoans(request, [text]) {
    const member = members.find(({ id }) => String(id) === text);
    if (member === undefined || member.id === gone) throw new Refusal(404, "There is no such member.");
    return page(request, loansOf(member.id), 5);
  }

  return {
    answer(request) {
      requireHeader(request, "authorization", `Basic ${Buffer.from(`desk:${password}`).toString("base64")}`);
      return route(request, {
        "GET /library": () => ({ body: { name: "Bergen Library" } }),
        "GET /members": listMembers,
        "GET /members/*/loans": listLoans,
      });
    },
    rows: {
      members: () => members.map((member) => ({ ...member, joined: isoOf(member.joined) })),
      loans: () =>
        members
          .filter(({ id }) => id !== gone)
          .flatMap(({ id }) =>
            loansOf(id).map(({ loan, book, due, returned }) => ({
              id: loan,
              member: id,
              title: book.title,
              isbn: book.isbn,
              due: isoOf(due),
              returned: isoOf(returned),
            })),
          ),
    },
  };
}

export const library = {
  name: "library",
  port: 47003,
  document: "library.json",
  accounts: { desk: ["user", "password"] },
  account: { auth: "desk", user: "desk", password },
  wrong: { auth: "desk", user: "desk", password: "another-room" },
  expectedStatuses: [404],
  sources: {
    members: {
      columns: { id: "id: the key", name: "text", joined: "date", active: "bool" },
      filters: { active: "bool: whether the membership is active" },
      maxRequests: 10,
    },
    loans: {
      about:
        "The loans of all members. A member may be deleted while they are read; the loans of the others must all be there.",
      columns: {
        id: "id: the key",
        member: "number: id of the member",
        title: "text",
        isbn: "text",
        due: "date",
        returned: "date",
      },
      maxRequests: 180,
    },
  },
  questions: [
    { source: "members", filter: { active: true }, keeps: ({ active }) => active },
    { source: "members", filter: { active: false }, keeps: ({ active }) => !active },
  ],
  create,
};
