import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/runtime/testing";
import { buildSchema, graphql } from "graphql";
import { afterEach, describe, expect, it } from "vitest";
import { type ServedRest, serveRest, type TestSource } from "./serve-rest.js";

let served: ServedRest | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Serves a source of an API, and returns a function that reads its rows. */
async function serve(...given: Parameters<typeof serveRest>): Promise<ServedRest["read"]> {
  await served?.close();
  served = await serveRest(...given);
  return served.read;
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ n: from + index }));

describe("rows that are members of an object", () => {
  it("have their name in a column", async () => {
    const rates = { EUR: { rate: 1 }, USD: { rate: 1.1, key: "own" }, XXX: 5 };
    const read = await serve({ path: "rates", items: "data.rates", keyed: "key" }, () => ({
      body: { data: { rates } },
    }));
    expect(await read()).toEqual({
      status: 200,
      body: [
        { rate: 1, key: "EUR" },
        { rate: 1.1, key: "USD" },
        { value: 5, key: "XXX" },
      ],
    });
  });

  it("end in an error that says what to do when there is a list", async () => {
    const read = await serve({ path: "rates", keyed: "key" }, () => ({ body: [1] }));
    expect(await read()).toMatchObject({
      status: 502,
      body: { code: "upstream_invalid", error: /Check "items"/ },
    });
  });
});

describe("a list that is read by POST", () => {
  it("has filter values and the cursor in its body, each as the JSON value it is", async () => {
    const source: TestSource = {
      path: "search",
      body: {
        where: { city: "{city}", ids: "{ids}", text: "near {city}", open: true, least: "{least}" },
        sort: ["name", "{order}"],
      },
      paging: {
        kind: "cursorInBody",
        cursor: "next",
        parameter: "page.after",
        size: { parameter: "page.size", value: 2 },
      },
      items: "found",
      filter: {
        city: { type: "text" },
        least: { type: "number", optional: true },
        order: { type: "text", optional: true },
        ids: { type: "multilist", choices: ["a", "b", "c"] },
      },
    };
    const read = await serve(source, ({ method, body }) => {
      const { page } = JSON.parse(body) as { page: { after?: string; size: number } };
      const start = Number(page.after ?? 0);
      const end = Math.min(5, start + page.size);
      return {
        status: method === "POST" ? 200 : 405,
        body: { found: numbers(start, end), next: end < 5 ? String(end) : null },
      };
    });
    expect(await read({ city: 'Bonn "am" Rhein', ids: ["a", "c"], least: 2.5 })).toEqual({
      status: 200,
      body: numbers(0, 5),
    });
    expect(served?.upstream.requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      {
        where: {
          city: 'Bonn "am" Rhein',
          ids: ["a", "c"],
          text: 'near Bonn "am" Rhein',
          open: true,
          least: 2.5,
        },
        sort: ["name"],
        page: { size: 2 },
      },
      { page: { size: 2, after: "2" } },
      { page: { size: 2, after: "4" } },
    ]);
  });
});

/** A GraphQL server with the reference implementation, for a list that is paged as Relay specifies. */
async function answerGraphql({ body }: UpstreamRequest): Promise<UpstreamAnswer> {
  const schema = buildSchema(`
    type Ship { n: Int! }
    type PageInfo { endCursor: String hasNextPage: Boolean! }
    type Ships { nodes: [Ship!]! pageInfo: PageInfo! }
    type Query { ships(first: Int!, after: String, least: Int): Ships! }
  `);
  const ships = ({ first, after, least = 0 }: { first: number; after?: string; least?: number }) => {
    if (least > 90) throw new Error("least is out of range");
    const all = numbers(least, 7);
    const start = after === undefined ? 0 : Number(after);
    const end = start + first;
    return {
      nodes: all.slice(start, end),
      pageInfo: { endCursor: String(end), hasNextPage: end < all.length },
    };
  };
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
  const result = await graphql({ schema, source: query, rootValue: { ships }, variableValues: variables });
  return { body: result };
}

const graphqlSource: TestSource = {
  path: "graphql",
  graphql: {
    query:
      "query ($after: String, $least: Int) { ships(first: 3, after: $after, least: $least) { nodes { n } pageInfo { endCursor hasNextPage } } }",
    variables: { least: "{least}" },
  },
  items: "data.ships.nodes",
  paging: {
    kind: "cursorInBody",
    cursor: "data.ships.pageInfo.endCursor",
    more: "data.ships.pageInfo.hasNextPage",
    parameter: "variables.after",
  },
  filter: { least: { type: "number", optional: true } },
};

describe("a GraphQL query", () => {
  it("is read page by page", async () => {
    const read = await serve(graphqlSource, answerGraphql);
    expect(await read()).toEqual({ status: 200, body: numbers(0, 7) });
    expect(await read({ least: 5 })).toEqual({ status: 200, body: numbers(5, 7) });
  });

  it("is an error when the response has errors, whatever its status and data", async () => {
    const read = await serve(graphqlSource, answerGraphql);
    expect(await read({ least: 91 })).toMatchObject({
      status: 502,
      body: { code: "upstream_invalid", error: expect.stringContaining("least is out of range") as string },
    });
  });

  it.each([
    [{ message: "Sign in first", extensions: { code: "UNAUTHENTICATED" } }, 401],
    [{ message: "API rate limit exceeded" }, 429],
  ])("tells %j from a wrong query", async (error, status) => {
    const read = await serve(graphqlSource, () => ({ body: { data: { ships: null }, errors: [error] } }));
    expect(await read()).toMatchObject({ status });
  });
});

describe("lists of parents", () => {
  const parents = { path: "projects", value: "id", paging: { kind: "pageNumber" } } as const;
  const answer = ({ url }: UpstreamRequest): UpstreamAnswer => {
    if (url.pathname === "/projects") {
      const page = Number(url.searchParams.get("page"));
      return { body: page > 3 ? [] : [{ id: page * 2 - 1 }, { id: page * 2 }] };
    }
    const [, , ids = ""] = url.pathname.split("/");
    return {
      body: decodeURIComponent(ids)
        .split(",")
        .flatMap((id) => [{ issue: `${id}a` }, { issue: `${id}b` }]),
    };
  };

  it("are read one after the other, each row with its parent", async () => {
    const read = await serve(
      { path: "projects/{parent}/issues", parents: { ...parents, column: "project" } },
      answer,
    );
    const { body } = await read();
    expect(body).toEqual(
      [1, 2, 3, 4, 5, 6].flatMap((id) =>
        ["a", "b"].map((part) => ({ issue: `${id}${part}`, project: String(id) })),
      ),
    );
  });

  it("are read several at a time when the API accepts several", async () => {
    const read = await serve({ path: "projects/{parent}/issues", parents: { ...parents, batch: 4 } }, answer);
    expect((await read()).body).toHaveLength(12);
    const asked = served?.upstream.requests
      .map(({ url }) => decodeURIComponent(url.pathname))
      .filter((path) => path.includes("issues"));
    expect(asked).toEqual(["/projects/1,2,3,4/issues", "/projects/5,6/issues"]);
  });

  it("end in an error, and never a short result, when there are more than the budget allows", async () => {
    const read = await serve(
      { path: "projects/{parent}/issues", parents: { ...parents, maxCalls: 5 } },
      answer,
    );
    expect(JSON.stringify((await read()).body)).toContain("there are more than 5 calls to make");
    const atBudget = await serve(
      { path: "projects/{parent}/issues", parents: { ...parents, maxCalls: 6 } },
      answer,
    );
    expect((await atBudget()).body).toHaveLength(12);
  });
});

describe("an export", () => {
  const csv = "n\n1\n2\n";
  const job = {
    start: { path: "exports", body: { kind: "ships", since: "{since}" } },
    id: "export.id",
    status: "exports/{job}",
    state: "state",
    done: ["ready"],
    failed: ["failed"],
    pollSeconds: 0.01,
    maxSeconds: 0.05,
  };
  const source: TestSource = {
    path: "exports/{job}/file",
    format: "csv",
    fields: { n: "number" },
    filter: { since: { type: "text", optional: true } },
    job,
  };

  /** Returns an API whose export is ready after the given number of status calls. */
  function exportAfter(polls: number, last = "ready") {
    let asked = 0;
    return ({ url, method }: UpstreamRequest): UpstreamAnswer => {
      if (method === "POST") return { status: 202, body: { export: { id: 7 } } };
      if (url.pathname === "/exports/7/file") return { headers: { "content-type": "text/csv" }, body: csv };
      asked += 1;
      const file = `${served?.upstream.url ?? ""}/exports/7/file`;
      return { body: { state: asked > polls ? last : "working", file } };
    };
  }

  it("is started, waited for and read", async () => {
    const read = await serve(source, exportAfter(3));
    expect(await read({ since: "2026" })).toEqual({ status: 200, body: [{ n: 1 }, { n: 2 }] });
    expect(served?.upstream.requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      "POST /exports",
      ...Array.from({ length: 4 }, () => "GET /exports/7"),
      "GET /exports/7/file",
    ]);
    expect(JSON.parse(served?.upstream.requests[0]?.body ?? "")).toEqual({ kind: "ships", since: "2026" });
  });

  it("is read from the address that the API reports", async () => {
    const read = await serve({ ...source, path: "unused", job: { ...job, file: "file" } }, exportAfter(0));
    expect(await read()).toEqual({ status: 200, body: [{ n: 1 }, { n: 2 }] });
  });

  it("is an error when it fails, and when it takes too long", async () => {
    const read = await serve(source, exportAfter(1, "failed"));
    expect(await read()).toMatchObject({ status: 503, body: { code: "upstream_unavailable" } });
    const waiting = await serve(source, exportAfter(1000));
    expect(await waiting()).toMatchObject({ status: 504, body: { code: "upstream_timeout" } });
  });
});

describe("a table", () => {
  const table = async (body: string, fields?: TestSource["fields"]) => {
    const source: TestSource = { path: "table", format: "csv", ...(fields && { fields }) };
    return await (await serve(source, () => ({ headers: { "content-type": "text/csv" }, body })))();
  };

  it.each([
    "",
    "\n\n",
    "<!doctype html>\n<title>Sign in</title>",
    "<html><body>Sign in</body></html>",
    '{"error":"expired"}',
    '{\n  "error": "expired"\n}',
    "[]",
    "null",
    "5",
  ])("that is %j is an error, and not a table without rows", async (body) => {
    expect(await table(body)).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
  });

  it("whose last line is cut ends in an error", async () => {
    const { body } = await table("id,name\na,Ada\nb");
    expect(body).toMatchObject([{ id: "a" }, { __streamError: { code: 502 } }]);
  });

  it("without any declared column is an error, and one with some of them is read", async () => {
    const fields = { id: "id", name: "text" } as const;
    expect(await table('"text"', fields)).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
    expect(await table("error,reason\n1,2", fields)).toMatchObject({ status: 502 });
    expect((await table("name,more\nAda,1", fields)).body).toEqual([{ id: null, name: "Ada" }]);
  });

  it("may have no rows, one quoted column, cells left out, and no last line end", async () => {
    expect(await table("id,name\n")).toEqual({ status: 200, body: [] });
    expect((await table('"a name"\nAda')).body).toEqual([{ "a name": "Ada" }]);
    expect((await table("id,name\na\nb,Bob")).body).toEqual([
      { id: "a", name: null },
      { id: "b", name: "Bob" },
    ]);
  });
});
