import {
  basic,
  bool,
  date,
  defineConnector,
  id,
  linkHeader,
  MissingParents,
  number,
  text,
} from "@wellhead/sdk";

interface Member {
  readonly id: number;
  readonly name: string;
  readonly joined: string;
  readonly active: boolean;
}

interface Loan {
  readonly loan: string;
  readonly book: { readonly title: string; readonly isbn: string };
  readonly due: string;
  readonly returned: string | null;
}

/** The API writes days as dd/mm/yyyy. */
function dayOf(day: string | null): string | null {
  return day === null ? null : day.split("/").toReversed().join("-");
}

export default defineConnector({
  id: "library",
  name: "Library",
  version: "1.0.0",
  description: "Members of a library and their loans",
  accounts: { desk: basic() },
  http: { baseUrl: "http://127.0.0.1:47003", paging: linkHeader() },
  identify: ({ http }) => http.get("library").json<{ name: string }>(),
  sources: (source) => ({
    members: source({
      name: "Members",
      filter: { active: bool({ title: "Active", optional: true }) },
      fields: { id: id(), name: text(), joined: date(), active: bool() },
      rows: ({ http, filter: { active } }) =>
        http.pages<Member>("members", { query: { active }, key: "id" }).map((member) => ({
          id: String(member.id),
          name: member.name,
          joined: dayOf(member.joined),
          active: member.active,
        })),
    }),
    loans: source({
      name: "Loans",
      fields: { id: id(), member: number(), title: text(), isbn: text(), due: date(), returned: date() },
      async *rows({ http, log }) {
        const missing = new MissingParents(log, "members");
        for await (const members of http.pages<Member>("members", { key: "id" })) {
          for (const { id: member } of members) {
            yield* missing.read(
              http
                .pages<Loan>(`members/${member}/loans`, { key: "loan" })
                .map(({ loan, book: { title, isbn }, due, returned }) => ({
                  id: loan,
                  member,
                  title,
                  isbn,
                  due: dayOf(due),
                  returned: dayOf(returned),
                })),
            );
          }
        }
        missing.end();
      },
    }),
  }),
});
