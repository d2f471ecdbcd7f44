import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Asks, through a proxy, for what only the person at the machine may see.
 *
 * @returns {Promise<readonly { what: string, got: string | undefined }[]>} Each attack, and what it got.
 */
export async function attackService({ front, internalUrl, canary }) {
  const lines = [];
  const has = (name) => front.services.includes(name) && (front.only ?? front.services).includes(name);
  const attack = async (what, ask) => {
    const text = await ask();
    lines.push({ what: `${front.name}: ${what}`, got: text.includes(canary) ? "the secret" : undefined });
  };
  for (const name of front.services.filter(has)) await checkReached(front, name);
  for (const name of ["serve", "serve6", "console", "dev"].filter(has)) {
    const page = `${front.of(name)}/console/`;
    await attack(`the relay of ${name} to another service of the machine`, () =>
      relay({ front, page, target: internalUrl }),
    );
    await attack(`a run of ${name} over another service of the machine`, () =>
      runRows({ front, page, base: internalUrl }),
    );
  }
  if (has("dev"))
    for (const method of ["GET", "POST"])
      await attack(`the events of dev by ${method}, with lines of its source`, () =>
        curl(front, [`${front.of("dev")}/console/events`, "-X", method, "--max-time", "2"]),
      );
  if (has("admin")) {
    const text = await curl(front, [`${front.of("admin")}/activity`]);
    lines.push({
      what: `${front.name}: what the service does, at the admin port`,
      got: text.includes('"replica"') ? "the activity" : undefined,
    });
  }
  if (has("mcp")) {
    const text = await askMcp(front);
    lines.push({
      what: `${front.name}: the tools of mcp`,
      got: text.includes('"result"') ? "an answer" : undefined,
    });
  }
  return lines;
}

const livePaths = { admin: "/live", mcp: "/mcp", console: "/console/" };

/** An attack proves nothing where the proxy does not reach the service. */
async function checkReached(front, name) {
  const url = `${front.of(name)}${livePaths[name] ?? "/"}`;
  const status = await curl(front, [url, "--output", "/dev/null", "--write-out", "%{http_code}"]);
  if (!/^(?:200|302|4\d\d)$/.test(status)) throw new Error(`${front.name} does not reach ${name}: ${status}`);
}

/** Takes the token of the session, in the form of any version, and sends a request through the relay. */
async function relay({ front, page, target }) {
  const token = await tokenOf(front, page);
  const headers = [`x-console-token: ${token}`, `x-page-token: ${token}`];
  const opened = JSON.stringify({ base: target, isLocal: true });
  await curl(front, [`${page}connectors`, ...sent(headers, opened)]);
  return await curl(front, [
    `${page}relay`,
    ...sent([...headers, "x-relay-method: GET", `x-relay-target: ${target}`], "{}"),
  ]);
}

async function runRows({ front, page, base }) {
  const token = await tokenOf(front, page);
  const body = JSON.stringify({ base, source: "rows", filter: {} });
  return await curl(front, [
    `${page}data/runs`,
    ...sent([`x-console-token: ${token}`, `x-page-token: ${token}`], body),
    "--max-time",
    "20",
  ]);
}

async function tokenOf(front, page) {
  const text = await curl(front, [`${page}session`]);
  return /"token":"([^"]+)"/.exec(text)?.[1] ?? "";
}

async function askMcp(front) {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "list_connectors", arguments: {} },
  };
  const headers = ["content-type: application/json", "accept: application/json, text/event-stream"];
  const version = "mcp-protocol-version: 2025-11-25";
  return await curl(front, [
    `${front.of("mcp")}/mcp`,
    ...sent([...headers, version], JSON.stringify(call)),
    "--max-time",
    "10",
  ]);
}

function sent(headers, body) {
  return [...headers.flatMap((header) => ["-H", header]), "--data-binary", body];
}

/** Calls curl as a visitor does, and returns what it printed. */
async function curl(front, words) {
  const all = ["--silent", "--max-time", "20", ...front.curl, ...words];
  try {
    return (await run("curl", all, { maxBuffer: 2 ** 24 })).stdout;
  } catch (error) {
    // A stream that has no end is read until the time is over.
    return error instanceof Error && "stdout" in error ? String(error.stdout) : "";
  }
}
