import {
  accountInvalid,
  bool,
  type Connector,
  date,
  dateRange,
  defineConnector,
  id,
  inputInvalid,
  list,
  multiDropdown,
  none,
  number,
  range,
  text,
  token,
} from "@wellhead/sdk";

/** Rows of the source `moons`. */
export const moonRows = [
  { id: "1", name: "Moon", planet: "Earth", radius: 1737.4 },
  { id: "2", name: "Phobos", planet: "Mars", radius: 11.3 },
  { id: "3", name: "Deimos", planet: "Mars", radius: 6.2 },
];

/** Creates a connector with various accounts, fields and sources, for the tests of the service. */
export function sampleConnector(): Connector {
  return defineConnector({
    id: "moons",
    name: "Moons",
    version: "1.2.3",
    description: "Moons of the planets",
    site: "https://moons.example",
    tags: ["space"],
    color: "#112233",
    accounts: { none: none(), token: token({ title: "Access token", help: "https://moons.example/token" }) },
    identify: async ({ account }) => {
      if (account.kind === "token" && account.token.reveal() === "wrong") {
        throw accountInvalid("Could not sign in to Moons: the token was refused. Create a new one.");
      }
      return { name: account.kind === "token" ? "Galileo" : "Everybody", members: { observatory: "Padua" } };
    },
    timezone: async () => "Asia/Kathmandu",
    sources: (source) => ({
      moons: source({
        name: "Moons",
        default: true,
        filter: {
          planet: list({ optional: true, choices: ["Earth", "Mars"] }),
          minimum: number({ optional: true }),
          named: text({ optional: true }),
          round: bool({ optional: true }),
          planets: multiDropdown({ optional: true, options: async () => ["Earth", "Mars", "Earth"] }),
          seen: dateRange({ optional: true }),
          on: date({ optional: true }),
          size: range({ optional: true }),
        },
        fields: { id: id(), name: text(), planet: text(), radius: number() },
        validateFilter: async ({ filter }) => {
          if (filter.named === "Nobody")
            throw inputInvalid("Could not find the name: nobody has it.", { field: "named" });
        },
        rows: ({ filter }) =>
          moonRows.filter((row) => filter.planet === undefined || row.planet === filter.planet),
      }),
      echo: source({
        name: "Echo",
        filter: {
          word: text({ title: "Word" }),
          seen: dateRange({ optional: true }),
          city: list({
            optional: true,
            requires: ["country"],
            options: async ({ dependsOn }) => [`Capital of ${dependsOn.country}`],
          }),
          country: text({ optional: true }),
        },
        fields: async ({ filter }) => ({ [filter.word]: text() }),
        rows: ({ filter, account, limit, skip }) => [
          { word: filter.word, rest: JSON.stringify({ seen: filter.seen, account, limit, skip }) },
        ],
        pages: true,
      }),
    }),
  });
}
