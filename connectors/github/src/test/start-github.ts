import {
  startUpstream,
  type TestUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from "@wellhead/runtime/testing";

const token = "github_pat_right";
const rates = {
  "x-ratelimit-limit": "5000",
  "x-ratelimit-remaining": "4999",
  "x-ratelimit-reset": "1772532000",
};

/** Responses by path; a list is paged. */
type Answers = ReadonlyMap<string, readonly unknown[] | ((url: URL) => UpstreamAnswer)>;

/**
 * Starts a server that behaves as GitHub's documentation describes: `Link` pages, 401 and 404 bodies, redirects of
 * renamed repositories, statistics that are computed first. For tests.
 *
 * @param answers - Lists and responses by path
 * @returns The running server
 * @see https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
 * @see https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export function startGithub(answers: Answers): Promise<TestUpstream> {
  return startUpstream((request) => {
    if (request.url.pathname === "/login/oauth/access_token") return grant(request);
    const { headers, ...rest } = answer(request, answers);
    return { ...rest, headers: { ...rates, ...headers } };
  });
}

/** Responds to a token request. GitHub responds with a form unless JSON is requested, and rejects with status 200. */
function grant({ headers, body }: UpstreamRequest): UpstreamAnswer {
  const form = new URLSearchParams(body);
  const isGood =
    form.get("code") === "fresh" &&
    (form.get("client_secret") === "client-secret" || headers.authorization !== undefined);
  const reply = isGood
    ? { access_token: token, scope: "repo,read:user", token_type: "bearer" }
    : { error: "bad_verification_code", error_description: "The code passed is incorrect or expired." };
  if (headers.accept?.includes("application/json") === true) return { body: reply };
  const type = "application/x-www-form-urlencoded";
  return { headers: { "content-type": type }, body: new URLSearchParams(reply).toString() };
}

function answer({ headers, url }: UpstreamRequest, answers: Answers): UpstreamAnswer {
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

function pageOf(items: readonly unknown[], url: URL): UpstreamAnswer {
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
