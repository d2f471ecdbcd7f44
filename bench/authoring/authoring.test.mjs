import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { checkPlants } from "./check-plants.mjs";
import { grade } from "./grade.mjs";
import { loadConnector } from "./load-connector.mjs";
import { plants } from "./plants.mjs";
import { findTask } from "./tasks.mjs";

// `npm run bench -- authoring` grades every solution with every check, and `--planted` every mistake.

it("grades the solution of a task as right", async () => {
  const file = fileURLToPath(new URL("solutions/sensors.ts", import.meta.url));
  const results = await grade(findTask("sensors"), await loadConnector(file), [
    "description",
    "rows",
    "filters",
  ]);
  expect(results.flatMap(({ faults }) => faults)).toEqual([]);
});

it("finds mistakes", async () => {
  const quick = plants.filter(({ task, check }) => task === "parcels" && check !== "judge");
  const results = await checkPlants(quick);
  expect(results.filter(({ faults }) => faults.length === 0)).toEqual([]);
  expect(results).toHaveLength(4);
});
