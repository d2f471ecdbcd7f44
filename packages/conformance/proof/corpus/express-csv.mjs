// Harvests in Express, from a text kept in memory. Only the input that the author expected is checked.
import express from "express";

const table = [
  ["year", "country", "crop", "tons"],
  ...Array.from({ length: 66 }, (_, at) => [
    String(2012 + (at % 11)),
    ["Chile", "Ghana", "Laos"][at % 3],
    ["maize", "rice"][at % 2],
    String(400 + ((at * 37) % 900)),
  ]),
];
const [header, ...records] = table;
const rows = records.map((record) => Object.fromEntries(record.map((cell, at) => [header[at], cell])));

const app = express();
app.use(express.json());

app.get("/", (_request, response) => {
  response.json({
    name: "Harvests",
    version: "1.0.0",
    description: "Harvests by year and country",
    authentication: [{ id: "none", name: "Public access" }],
    sources: [
      {
        id: "harvests",
        name: "Harvests",
        filter: [
          { id: "year", title: "Year", type: "number", optional: true },
          {
            id: "country",
            title: "Countries",
            type: "multidropdown",
            optional: true,
            data: ["Chile", "Ghana", "Laos"].map((country) => ({ title: country, value: country })),
          },
        ],
      },
    ],
  });
});

app.post("/validate", (_request, response) => response.json({ name: "Public access" }));

app.post("/", (request, response) => {
  const { source, filter = {} } = request.body;
  if (source !== "harvests") return response.status(400).json({ error: "Unknown source" });
  const found = rows.filter(
    (row) =>
      (filter.year === undefined || Number(row.year) === filter.year) &&
      (!filter.country?.length || filter.country.includes(row.country)),
  );
  const lines = [header, ...found.map((row) => header.map((name) => row[name]))];
  return response.type("text/csv").send(lines.map((line) => line.join(",")).join("\n"));
});

const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
