import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkPlants } from "./check-plants.mjs";
import { grade } from "./grade.mjs";
import { loadConnector } from "./load-connector.mjs";
import { serveTask, writeAssignment } from "./serve-task.mjs";
import { findTask, tasks } from "./tasks.mjs";

const ownSolutions = fileURLToPath(new URL("solutions", import.meta.url));

/**
 * Runs `npm run bench -- authoring`: grades connectors, or serves the stand-in of a task.
 *
 * @param {readonly string[]} words
 * @returns {Promise<boolean>} Whether every task is solved
 */
export async function runAuthoring(words) {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      serve: { type: "string" },
      into: { type: "string" },
      port: { type: "string" },
      task: { type: "string", multiple: true },
      planted: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.serve !== undefined) {
    await serve(findTask(values.serve), values);
    return true;
  }
  if (values.planted === true) return await gradePlants();
  return await gradeFolder(resolve(positionals[0] ?? ownSolutions), values.task?.map(findTask) ?? tasks);
}

async function serve(task, { into, port }) {
  const { origin } = await serveTask(task, port === undefined ? {} : { port: Number(port) });
  if (into !== undefined) await writeAssignment(task, { folder: resolve(into), origin });
  console.log(`Serving "${task.name}" at ${origin}\nAccount: ${JSON.stringify(task.account)}`);
}

async function gradeFolder(folder, chosen) {
  let solved = 0;
  let graded = 0;
  for (const task of chosen) {
    const file = [`${task.name}.ts`, join(task.name, "connector.ts"), "connector.ts"]
      .map((name) => join(folder, name))
      .find((path) => existsSync(path));
    if (file === undefined) continue;
    graded += 1;
    const results = await gradeFile(task, file);
    const isSolved = results.every(({ faults }) => faults.length === 0);
    if (isSolved) solved += 1;
    console.log(`${isSolved ? "solved" : "FAILED"}  ${task.name}  ${file}`);
    for (const { check, faults } of results) for (const fault of faults) console.log(`  ${check}: ${fault}`);
  }
  if (graded === 0)
    throw new RangeError(`Could not grade "${folder}": it has no "<task>.ts" and no "<task>/connector.ts".`);
  console.log(
    `${solved} of ${graded} solved${graded < chosen.length ? `, ${chosen.length - graded} not there` : ""}`,
  );
  return solved === graded;
}

async function gradeFile(task, file) {
  try {
    return await grade(task, await loadConnector(file));
  } catch (error) {
    return [{ check: "load", faults: [error instanceof Error ? error.message : String(error)] }];
  }
}

/** Shows that the grader finds mistakes. */
async function gradePlants() {
  const results = await checkPlants();
  for (const { plant, faults } of results) {
    const { task, check, mistake } = plant;
    console.log(`${faults.length > 0 ? "found " : "MISSED"}  ${task}, ${check}: ${mistake}`);
    if (faults.length > 0) console.log(`  ${faults[0]}`);
  }
  return results.every(({ faults }) => faults.length > 0);
}
