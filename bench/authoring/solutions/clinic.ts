import {
  AccessTokenCache,
  accountKey,
  date,
  dateRange,
  defineConnector,
  fields,
  type Http,
  id,
  list,
  number,
  offset,
  password,
  Secret,
  text,
} from "@wellhead/sdk";

interface Visit {
  readonly visit: string;
  readonly ward: string;
  readonly at: string;
  readonly patient: { readonly initials: string; readonly born: number };
  readonly prescriptions: ReadonlyArray<{ readonly drug: string; readonly days: number }>;
}

interface Session {
  readonly session: { readonly token: string; readonly seconds: number };
}

const address = "http://127.0.0.1:47008";
const sessions = new AccessTokenCache();
const form = { user: text({ title: "User" }), password: password({ title: "Password" }) };

const desk = fields({
  title: "User and password",
  fields: form,
  authorize: async ({ headers }, account, { http }) => {
    const owner = accountKey({ connector: "clinic", account: { kind: "desk", ...account }, form });
    const token = await sessions.find(owner, async () => {
      const json = { user: account.user, password: account.password.reveal() };
      const { session } = await http.post(`${address}/session`, { json }).json<Session>();
      return { token: new Secret(session.token), expiresAt: Date.now() + session.seconds * 1000 };
    });
    headers["x-session"] = token.reveal();
  },
});

/** The API writes 20260131T170500Z. */
function compact(instant: string | undefined): string | undefined {
  return instant === undefined ? undefined : `${instant.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function instantOf(time: string): string {
  return time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z");
}

function readVisits(http: Http, where: Record<string, string | undefined>) {
  return http.pages<Visit>("visits/search", {
    json: { where },
    items: "hits",
    paging: offset({ total: "total.value", totalStopsAt: 100, size: { parameter: "size", value: 30 } }),
    key: "visit",
    order: "stable",
  });
}

export default defineConnector({
  id: "clinic",
  name: "Clinic",
  version: "1.0.0",
  description: "Visits of a clinic",
  accounts: { desk },
  http: { baseUrl: address },
  identify: async ({ http }) => ({
    name: (await http.get("session").json<{ clinic: { name: string } }>()).clinic.name,
  }),
  sources: (source) => ({
    visits: source({
      name: "Visits",
      filter: {
        ward: list({ title: "Ward", choices: ["A", "B", "intensive"], optional: true }),
        at: dateRange({ title: "Came", optional: true }),
      },
      fields: { visit: id(), ward: text(), at: date(), initials: text(), born: number() },
      rows: ({ http, filter: { ward, at } }) =>
        readVisits(http, { ward, from: compact(at?.min), to: compact(at?.max) }).map((visit) => ({
          visit: visit.visit,
          ward: visit.ward,
          at: instantOf(visit.at),
          initials: visit.patient.initials,
          born: visit.patient.born,
        })),
    }),
    prescriptions: source({
      name: "Prescriptions",
      fields: { id: id(), visit: text(), drug: text(), days: number() },
      rows: ({ http }) =>
        readVisits(http, {}).flatMap(({ visit, prescriptions }) =>
          prescriptions.map(({ drug, days }, index) => ({ id: `${visit}/${index}`, visit, drug, days })),
        ),
    }),
  }),
});
