import { once } from "node:events";
import { request } from "node:http";
import autocannon from "autocannon";
import { rounds } from "./measure/counts.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { startService } from "./measure/start-service.mjs";

const seconds = Number(process.env["BENCH_SECONDS"] ?? 1);
const rowCount = Number(process.env["BENCH_ROWS"] ?? 200_000);

const service = new URL("./server/wellhead.mjs", import.meta.url);
const account = { token: "a-token-of-the-bench" };
const headers = { "content-type": "application/json" };

/**
 * Measures the cost of running a connector in a process of its own. Runs of the same connector with and without
 * isolation are interleaved; a ratio is the median of the ratios of neighbouring runs.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const local = await startService(service, ["silent"]);
  const isolated = await startService(service, ["silent", "isolated"]);
  try {
    const validate = {
      path: "/validate",
      method: "POST",
      headers,
      body: JSON.stringify({ id: "token", fields: account }),
    };
    return {
      title: "Isolated connectors",
      rows: [
        await compare(
          { what: "GET /", unit: "requests/s", measure: (one) => load(one, { path: "/" }) },
          { local, isolated },
        ),
        await compare(
          { what: "POST /validate", unit: "requests/s", measure: (one) => load(one, validate) },
          { local, isolated },
        ),
        await compare(
          { what: `${rowCount} rows`, unit: "rows/s", measure: (one) => pull(one) },
          { local, isolated },
        ),
      ],
    };
  } finally {
    local.stop();
    isolated.stop();
  }
}

async function compare({ what, unit, measure }, { local, isolated }) {
  const way = (measured) => ({ service: measured, run: () => measure(measured) });
  const ways = { isolated: way(isolated), local: way(local) };
  for (const { run } of Object.values(ways)) await run();
  const results = await race(ways, rounds);
  return figureOf(results, {
    what: `${what}, isolated against not`,
    name: "isolated",
    against: "local",
    unit,
    count: ({ value }) => (unit === "rows/s" ? rowCount : value * seconds),
  });
}

async function load({ url }, { path, ...options }) {
  const result = await autocannon({ url: `${url}${path}`, connections: 32, duration: seconds, ...options });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`Could not load ${path}: ${result.non2xx} refusals`);
  return result.requests.average;
}

async function pull({ url }) {
  const start = performance.now();
  const asked = request(`${url}/`, { method: "POST", headers });
  asked.end(JSON.stringify({ source: "rows", account, limit: rowCount }));
  const [response] = await once(asked, "response");
  response.resume();
  await once(response, "end");
  return (rowCount / (performance.now() - start)) * 1000;
}
