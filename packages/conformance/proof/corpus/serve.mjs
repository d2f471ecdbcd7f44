import { createServer } from "node:http";

const maxBodyBytes = 1_000_000;

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request) {
    text += chunk;
    if (text.length > maxBodyBytes) throw Object.assign(new Error("Body too large"), { status: 413 });
  }
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw Object.assign(new Error("Body is not JSON"), { status: 400 });
  }
}

/** Sends JSON as small frameworks do. */
export function sendJson(response, value, status = 200) {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}

/** An error with a status, as connectors throw them. */
export function refuse(status, message) {
  return Object.assign(new Error(message), { status });
}

/**
 * Serves routes named like `POST /validate` on a free port and prints the port, as every program of the corpus does.
 *
 * @param routes - Called with the body, the response and the query
 * @param writeError - Formats an error that a route threw
 */
export function serve(routes, writeError = ({ status = 500, message }) => [status, { error: message }]) {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const route = new Map(Object.entries(routes)).get(`${request.method} ${pathname}`);
    try {
      if (route === undefined) throw refuse(404, "Not found");
      await route(await bodyOf(request), response, searchParams);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      const [status, answer] = writeError(error);
      sendJson(response, answer, status);
    }
  });
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
  });
}
