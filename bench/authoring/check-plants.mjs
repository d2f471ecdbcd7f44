import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { grade } from "./grade.mjs";
import { loadConnector } from "./load-connector.mjs";
import { plants } from "./plants.mjs";
import { findTask } from "./tasks.mjs";

/**
 * Grades solutions with a mistake.
 *
 * @param {readonly object[]} chosen Some of the mistakes. Default: all
 * @returns {Promise<{ plant: object, faults: readonly string[] }[]>} What the check that must find each has found
 */
export async function checkPlants(chosen = plants) {
  const folder = await mkdtemp(join(tmpdir(), "authoring-"));
  const results = [];
  try {
    for (const [index, plant] of chosen.entries()) {
      const file = join(folder, `${plant.task}-${index}.ts`);
      await writeFile(file, await withMistake(plant));
      const [result] = await grade(findTask(plant.task), await loadConnector(file), [plant.check]);
      results.push({ plant, faults: result.faults });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return results;
}

async function withMistake({ task, mistake, edits }) {
  let text = await readFile(new URL(`solutions/${task}.ts`, import.meta.url), "utf8");
  for (const [from, to] of edits) {
    const edited = text.replace(from, () => to);
    if (edited === text)
      throw new Error(`Could not plant "${mistake}" in ${task}: the solution has no ${from}.`);
    text = edited;
  }
  return text;
}
