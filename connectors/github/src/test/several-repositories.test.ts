import type { UpstreamAnswer } from "@wellhead/runtime/testing";
import { afterEach, describe, expect, it } from "vitest";
import { type ServedGithub, serveGithub } from "./serve-github.js";

let served: ServedGithub;

afterEach(() => served.close());

const names = ["engine", "notes", "closed", "blocked", "gone"];
const other = { id: 99, name: "rocket", owner: { login: "acme" } };
const listed = [...names.map((name, id) => ({ id, name, owner: { login: "ada" } })), other];
const notFound = { status: 404, body: { message: "Not Found" } };

/** Responses about the repositories that cannot be read. */
const refusals: Readonly<Record<string, UpstreamAnswer>> = {
  closed: { status: 410, body: { message: "Issues has been disabled in this repository." } },
  blocked: { status: 403, body: { message: "Repository access blocked", block: { reason: "tos" } } },
  gone: notFound,
  forbidden: notFound,
};

/** Serves repositories, each with one issue. */
async function serve(repositories: readonly object[], exists: (name: string) => boolean = () => false) {
  served = await serveGithub(({ url }) => {
    if (url.pathname === "/user/repos") return { body: repositories };
    if (url.pathname === "/users/acme/repos") return { body: [other] };
    const [, , owner = "", name = "", list] = url.pathname.split("/");
    if (list === undefined) return exists(name) ? { body: { id: 1, name } } : notFound;
    return refusals[name] ?? { body: [{ id: 1000 + name.length, number: 1, title: `${owner}/${name}` }] };
  });
  return async (filter: object) => {
    const { status, body } = await served.rows("issues", filter);
    if (status !== 200 || !Array.isArray(body)) return { status, body };
    return (body as ReadonlyArray<Readonly<Record<string, unknown>>>).map((row) => row["repository"] ?? row);
  };
}

describe("several repositories in one source", () => {
  it("are those that are chosen, in their order, each once", async () => {
    const read = await serve(listed);
    const chosen = ["notes", "engine", "notes"];
    expect(await read({ owner: "ada", repository: chosen })).toEqual(["ada/notes", "ada/engine"]);
    expect(await read({ owner: "ada", repository: "notes" })).toEqual(["ada/notes"]);
  });

  it("are all of the owner without a choice, except for those that have nothing to read", async () => {
    const read = await serve(listed);
    expect(await read({ owner: "ada" })).toEqual(["ada/engine", "ada/notes"]);
  });

  it("are the public ones of an owner who shares none with the account", async () => {
    const read = await serve(listed.slice(0, 2));
    expect(await read({ owner: "acme" })).toEqual(["acme/rocket"]);
  });

  it.each(["closed", "blocked", "gone"])("are an error if one of those chosen is %s", async (name) => {
    const read = await serve(listed);
    const outcome = JSON.stringify(await read({ owner: "ada", repository: ["engine", name] }));
    expect(outcome).toContain("__streamError");
  });

  it("are an error if the token may not read what one of them has", async () => {
    const read = await serve([...listed, { id: 7, name: "forbidden", owner: { login: "ada" } }], () => true);
    expect(JSON.stringify(await read({ owner: "ada" }))).toContain("does not have access");
  });
});
