import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { askStandIn } from "./ask-stand-in.mjs";
import { assignmentOf } from "./assignment.mjs";

/**
 * Serves the stand-in of a task on this machine.
 *
 * @param {object} task
 * @param {{ port?: number }} [options] Default: the port that its document names
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serveTask(task, { port = task.port } = {}) {
  const world = task.create();
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    const { method, headers } = request;
    const url = new URL(request.url, "http://127.0.0.1");
    const answer = askStandIn(world, { method, url, headers, body, now: Date.now() });
    response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Writes what an author receives: the assignment, the description of the API, and an account of it.
 *
 * @param {object} task
 * @param {{ folder: string, origin: string }} place The stand-in's address replaces the one in the document
 */
export async function writeAssignment(task, { folder, origin }) {
  await mkdir(folder, { recursive: true });
  const document = await readFile(new URL(`tasks/${task.document}`, import.meta.url), "utf8");
  const own = `127.0.0.1:${task.port}`;
  const files = {
    "ASSIGNMENT.md": assignmentOf(task),
    [task.document]: document,
    "account.json": `${JSON.stringify(task.account, undefined, 2)}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text.replaceAll(own, new URL(origin).host));
  }
}
