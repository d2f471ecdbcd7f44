import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What the test server was asked, and how to stop it. */
export interface TestGithub {
  readonly url: string;
  /** Paths with queries, in the order they came. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const token = "github_pat_right";

/** Answers of one path; a list is paged. */
type Answers = ReadonlyMap<string, readonly unknown[] | ((url: URL) => Reply)>;

/**
 * Starts a server that behaves as GitHub's documentation says: `Link` pages, 401 and 404 bodies, redirects of
 * renamed repositories, statistics that are computed first. For tests.
 *
 * @param answers - Lists and answers by path
 * @returns The running server
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 * @see https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export async function startGithub(answers: Answers): Promise<TestGithub> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host ?? ""}`);
    asked.push(`${url.pathname}${url.search}`);
    if (url.pathname === "/login/oauth/access_token") grant(request, response);
    else send(response, answer(request, url, answers));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** GitHub answers as a form unless JSON is asked for, and a refusal with status 200. */
function grant(request: IncomingMessage, response: ServerResponse): void {
  let text = "";
  request
    .on("data", (chunk: Buffer) => (text += chunk.toString()))
    .on("end", () => {
      const form = new URLSearchParams(text);
      const isGood =
        form.get("code") === "fresh" &&
        (form.get("client_secret") === "client-secret" || request.headers.authorization !== undefined);
      const reply = isGood
        ? { access_token: token, scope: "repo,read:user", token_type: "bearer" }
        : { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." };
      const isJson = request.headers.accept?.includes("application/json") === true;
      response.setHeader("content-type", isJson ? "application/json" : "application/x-www-form-urlencoded");
      response.end(isJson ? JSON.stringify(reply) : new URLSearchParams(reply).toString());
    });
}

function answer({ headers }: IncomingMessage, url: URL, answers: Answers): Reply {
  if (headers["user-agent"] === undefined) return { status: 403, body: { message: "Request forbidden" } };
  if (headers.authorization !== `Bearer ${token}`) {
    return {
      status: 401,
      body: { message: "Bad credentials", documentation_url: "https://docs.github.com/rest", status: "401" },
    };
  }
  const found = answers.get(url.pathname);
  if (found === undefined) return { status: 404, body: { message: "Not Found", status: "404" } };
  return typeof found === "function" ? found(url) : pageOf(found, url);
}

function pageOf(items: readonly unknown[], url: URL): Reply {
  const size = Math.min(100, Number(url.searchParams.get("per_page") ?? 30));
  const page = Number(url.searchParams.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const link = (number: number, relation: string) => {
    const target = new URL(url);
    target.searchParams.set("page", String(number));
    return `<${target.href}>; rel="${relation}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, "prev"), link(1, "first")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
  ];
  return {
    ...(links.length > 0 && { headers: { link: links.join(", ") } }),
    body: items.slice((page - 1) * size, page * size),
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-reset": "1772532000",
    ...headers,
  });
  response.end(body === undefined ? "" : JSON.stringify(body));
}
