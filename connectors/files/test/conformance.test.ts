import { testConformance } from "@wellhead/conformance/vitest";
import { createApp } from "@wellhead/server";
import { makeFolder } from "./folder.js";

const lines = Array.from({ length: 500 }, (_, index) => {
  const day = String(1 + (index % 28)).padStart(2, "0");
  return `${index},${["Bern", "Oslo", "Lima"][index % 3]},2024-01-${day},${index / 4},${index % 2 === 0}`;
});

// Fails long after the first rows have been sent.
const sql =
  "SELECT CASE WHEN i = 300000 THEN error('too far') ELSE i::VARCHAR END AS v FROM range(1000000) t(i)";

testConformance(
  async () => {
    const folder = await makeFolder({
      "trips.csv": `id,city,day,price,paid\n${lines.join("\n")}\n`,
      "cities.ndjson": '{"city":"Bern","tags":["old","small"]}\n{"city":"Oslo","tags":[]}\n',
    });
    const app = await createApp({ connectors: [folder.connector], logger: false });
    const { url } = await app.listen({ host: "127.0.0.1", port: 0 });
    return {
      url,
      close: async () => {
        await app.close();
        await folder[Symbol.asyncDispose]();
      },
    };
  },
  {
    profile: "all",
    source: "trips",
    failing: { source: "cities", filter: { sql } },
    maxBodyBytes: 16 * 1024 * 1024,
  },
);
