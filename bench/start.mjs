import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { singleFigure } from "./measure/figure.mjs";
import { figureOf, race } from "./measure/race.mjs";
import { spreadOf } from "./measure/spread.mjs";
import { installedSizes } from "./start/installed-sizes.mjs";
import { unpackPublished } from "./start/published-packages.mjs";
import { runOnce, startService } from "./start/start-service.mjs";

const measured = fileURLToPath(new URL("measured/", import.meta.url));
const bare = fileURLToPath(new URL("start/bare-fastify.mjs", import.meta.url));

/** Number of starts of each service. */
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 10);

/** What the packages without engines may weigh when they are installed. */
const maxInstalledMiB = 25;

/** Services with the environment of the deployments and the maximum of their memory in MiB. */
const served = [
  { what: "a folder, before its first request", words: (folder) => [folder, "--quiet"], maxMemory: 120 },
  { what: "a folder, its sources printed", words: (folder) => [folder], maxMemory: 120 },
  { what: "PostgreSQL", words: () => ["postgres", "--quiet"], maxMemory: 70 },
  { what: "GitHub", words: () => ["github", "--quiet"], maxMemory: 70 },
];

/** Commands that should be immediate. */
const quick = [["--version"], ["--help"], ["completion", "bash"]];

/**
 * Measures the published packages: how long a service takes from the start of its process until it listens, its memory
 * while it is idle, the time of the shortest commands, and what the packages weigh when they are installed.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  await mkdir(measured, { recursive: true });
  const folder = await mkdtemp(join(measured, "start-"));
  try {
    const data = join(folder, "data");
    await mkdir(data);
    await writeFile(join(data, "cities.csv"), "id,name\n1,Lima\n");
    const program = join(unpackPublished(folder), "@wellhead/cli/bin/wellhead.js");
    const rows = [
      ...(await measureStarts(program, data)),
      ...(await measureMemory(program, data)),
      ...(await measureCommands(program)),
      ...measureSizes(folder),
    ];
    return { title: "Start of a service, as published", rows };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureStarts(program, folder) {
  const rows = [];
  for (const { what, words } of served) {
    const serve = [program, "serve", ...words(folder), "--port", "0"];
    const times = { bare: [], wellhead: [] };
    const way = (name, command) => ({
      run: async () => {
        const { listeningMs, processorMs, end } = await startService(command);
        await end();
        times[name].push(listeningMs);
        return processorMs;
      },
    });
    const ways = { bare: way("bare", [bare]), wellhead: way("wellhead", serve) };
    await ways.wellhead.run();
    times.wellhead.length = 0;
    const results = await race(ways, rounds);
    const name = `wellhead serve with ${what}`;
    rows.push(
      figureOf(results, { what: `Processor time until bare Fastify listens`, name: "bare", unit: "ms" }),
      figureOf(results, { what: `${name}: processor time`, name: "wellhead", against: "bare", unit: "ms" }),
      singleFigure(`${name}: listens after, median`, {
        value: spreadOf(times.wellhead, 0).median,
        unit: "ms",
        atMost: 500,
      }),
    );
  }
  return rows;
}

/** Variables of the service, with what the figure says about them. The deployments set the second. */
const environments = [
  { how: "", variables: {} },
  { how: " and MALLOC_ARENA_MAX=2", variables: { MALLOC_ARENA_MAX: "2" } },
];

async function measureMemory(program, folder) {
  const rows = [];
  for (const { what, words, maxMemory } of served)
    for (const { how, variables } of environments) {
      const values = [];
      for (let round = 0; round < Math.min(rounds, 5); round += 1) {
        const service = await startService([program, "serve", ...words(folder), "--port", "0"], variables);
        values.push(await service.memory());
        await service.end();
      }
      const reading = { value: spreadOf(values, 0).median, unit: "MiB", atMost: maxMemory };
      rows.push(singleFigure(`wellhead serve with ${what}${how}: idle memory`, reading));
    }
  return rows;
}

async function measureCommands(program) {
  const ways = {
    node: { run: () => runOnce(["-e", "0"]) },
    ...Object.fromEntries(
      quick.map((words) => [words.join(" "), { run: () => runOnce([program, ...words]) }]),
    ),
  };
  const results = await race(ways, rounds);
  return Object.keys(ways).map((name) =>
    figureOf(results, {
      what: name === "node" ? "node -e 0: processor time" : `wellhead ${name}: processor time`,
      name,
      unit: "ms",
      ...(name !== "node" && { against: "node" }),
    }),
  );
}

function measureSizes(folder) {
  const names = ["@wellhead/sdk", "@wellhead/server", "@wellhead/cli"];
  const sizes = installedSizes(names, folder);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    singleFigure("sdk, server and cli, installed without engines", {
      value: mebibytes(total),
      unit: "MiB",
      atMost: maxInstalledMiB,
    }),
    ...sizes
      .slice(0, 15)
      .map(({ name, bytes }) => singleFigure(`of which ${name}`, { value: mebibytes(bytes), unit: "MiB" })),
  ];
}

function mebibytes(bytes) {
  return Number((bytes / 2 ** 20).toFixed(2));
}
