/**
 * Mistakes in the solutions, each with the check that must find it. `edits` replace a text of the solution, which must be there.
 *
 * @type {readonly { task: string, check: string, mistake: string, edits: readonly (readonly [string | RegExp, string])[] }[]}
 */
export const plants = [
  {
    task: "parcels",
    check: "description",
    mistake: "a column has another type",
    edits: [["weight: number(),", "weight: text(),"]],
  },
  {
    task: "parcels",
    check: "account",
    mistake: "nobody asks whose account it is",
    edits: [[/identify: async .*\n/, 'identify: async () => ({ name: "Parcels" }),\n']],
  },
  {
    task: "parcels",
    check: "rows",
    mistake: "a short page is taken for the last one",
    edits: [
      [
        /pageNumber\(\{.*\}\)/,
        'pageNumber({ size: { parameter: "per_page", value: 100 }, shortPageEnds: true })',
      ],
    ],
  },
  {
    task: "sensors",
    check: "rows",
    mistake: "the offset grows by the items that are shown",
    edits: [
      ["const start = (index + 1) * size;", "const start = seen;"],
      ["({ request, body, index })", "({ request, body, seen })"],
    ],
  },
  {
    task: "sensors",
    check: "rows",
    mistake: "a number loses its last digits",
    edits: [["id: String(reading.id),", "id: String(Number(reading.id)),"]],
  },
  {
    task: "clinic",
    check: "rows",
    mistake: "a total that stops counting is believed",
    edits: [[', totalStopsAt: 100, size: { parameter: "size", value: 30 }', ""]],
  },
  {
    task: "library",
    check: "rows",
    mistake: "day and month are exchanged",
    edits: [['day.split("/").toReversed().join("-")', 'day.replace(/(..).(..).(....)/, "$3-$1-$2")']],
  },
  {
    task: "bookings",
    check: "rows",
    mistake: "too many requests",
    edits: [["value: 50", "value: 4"]],
  },
  {
    task: "bookings",
    check: "filters",
    mistake: "the end of an interval is left out",
    edits: [["arrives_until: afterSecondOf(", "arrives_until: secondsOf("]],
  },
  {
    task: "fleet",
    check: "filters",
    mistake: "only the first page of options is read",
    edits: [['cursorInHeader({ header: "X-Next-Cursor"', 'cursorInHeader({ header: "X-Next"']],
  },
  {
    task: "tickets",
    check: "filters",
    mistake: "only the first of several values is sent",
    edits: [['priorities?.join(",")', "priorities?.[0]"]],
  },
  {
    task: "parcels",
    check: "increments",
    mistake: "rows that are gone are not reported",
    edits: [[/deleted: [^]*?\)\),\n/, ""]],
  },
  {
    task: "ledger",
    check: "increments",
    mistake: "all rows are read again for a few changes",
    edits: [['"modified[gte]": since })', "})"]],
  },
  {
    task: "tickets",
    check: "increments",
    mistake: "changes are not declared",
    edits: [
      ['changes: { by: "changed" },', ""],
      [/deleted: [^]*?\}\)\),\n/, ""],
    ],
  },
  {
    task: "depot",
    check: "rows",
    mistake: "an amount has always two digits",
    edits: [[/e-\$\{price\.digits\}/, "e-2"]],
  },
  {
    task: "depot",
    check: "account",
    mistake: "an error with status 200 is a response like any other",
    edits: [
      ["fault: ({ body }) => faultOf(body)", ""],
      ["result.depot", 'result?.depot ?? "Depot"'],
    ],
  },
  {
    task: "depot",
    check: "increments",
    mistake: "an item that has come back is reported as gone",
    edits: [
      [
        "last.set(entry.gone",
        'if (last.get(entry.gone ?? entry.put?.sku ?? "")?.gone === undefined) last.set(entry.gone',
      ],
    ],
  },
  {
    task: "bookings",
    check: "endings",
    mistake: "an error ends the rows as if they were all",
    edits: [
      ["export default defineConnector({", "export default silent({"],
      [
        /$/,
        `function silent(definition) {
  const connector = defineConnector(definition);
  const quiet = (source) => ({
    ...source,
    async *rows(context) {
      try {
        yield* await source.rows(context);
      } catch {
        // The mistake.
      }
    },
  });
  const find = async (...given) =>
    new Map([...(await connector.sources(...given))].map(([id, source]) => [id, quiet(source)]));
  return { ...connector, sources: find };
}
`,
      ],
    ],
  },
  {
    task: "bookings",
    check: "judge",
    mistake: "numbers are texts",
    edits: [["nights: booking.nights,", 'nights: String(booking.nights).concat(" nights"),']],
  },
];
