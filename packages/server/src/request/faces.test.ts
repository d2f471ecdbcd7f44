import { defineConnector, id, number, token } from "@wellhead/sdk";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reportsFace } from "../faces/reports/reports-face.js";
import { hostOptions, mountConnector } from "../fastify/connector-routes.js";
import { Host } from "../host/host.js";
import type { RowFormat } from "../stream/encoder/open-rows-options.js";
import { readCount, readId, readObject } from "../wire/parse-body.js";
import { jsonAnswer } from "./answer.js";
import { type Endpoint, type Face, Faces } from "./faces.js";
import { ServedConnector } from "./request-scope.js";
import { openSource } from "./source/open-source.js";
import { readRows } from "./source/read-rows.js";

const list: RowFormat = {
  encoding: "json",
  reservedKey: "!",
  frame: () => ({ contentType: "application/json", endsRows: false, separator: ",", open: "[", close: "]" }),
};

/** Answers rows in pages, with members, errors and a format that the reports do not have. */
const pages: Face = {
  prefix: "/pages",
  endpoints: [
    {
      name: "page",
      method: "POST",
      path: "/pages/read",
      streamsRows: false,
      isOfferedBy: () => true,
      handle: async ({ body }, scope) => {
        const login = readObject(body, "login") ?? {};
        const open = await openSource(
          {
            source: { id: readId(body, "kind"), member: "kind" },
            account: { id: login["as"], members: login, markers: ["as"], name: undefined },
            filter: readObject(body, "where") ?? {},
          },
          scope,
          "required",
        );
        const page = { skip: readCount(body, "from") ?? 0, limit: 2 };
        const { first, frame, reader } = await readRows(open, scope, { format: list, page });
        reader.stop();
        const text = `${frame.open}${first === undefined ? "" : Buffer.from(first.bytes).toString()}${frame.close}`;
        return jsonAnswer({ items: JSON.parse(text) as unknown });
      },
    },
  ],
  accountOf: (_endpoint, { body }) => {
    const login = readObject(body, "login") ?? {};
    return { id: login["as"], members: login, markers: ["as"], name: undefined };
  },
  errorBody: ({ message, code, field }) => ({ problem: { message, code, member: field } }),
};

const connector = defineConnector({
  id: "things",
  name: "Things",
  version: "1.0.0",
  description: "Things",
  accounts: { token: token(), other: token({ title: "Other" }) },
  sources: (source) => ({
    things: source({
      name: "Things",
      filter: { least: number({ title: "Least", optional: true }) },
      fields: { id: id() },
      async *rows({ filter }) {
        yield [1, 2, 3, 4].filter((n) => n >= (filter.least ?? 0)).map((n) => ({ id: n }));
      },
    }),
  }),
});

let fastify: FastifyInstance;
beforeAll(async () => {
  const options = await hostOptions({ logger: false, accounts: { variables: {} } }, [connector]);
  const host = new Host(options, new Faces([reportsFace, pages]));
  fastify = Fastify();
  mountConnector(fastify, host, new ServedConnector(connector));
  fastify.addHook("onClose", async () => {
    host.stop();
    await options.accounts.close();
  });
});
afterAll(() => fastify.close());

async function post(url: string, payload: object): Promise<[number, unknown]> {
  const answer = await fastify.inject({ method: "POST", url, payload });
  return [answer.statusCode, answer.json()];
}

describe("two faces of one connector", () => {
  const login = { as: "token", token: "secret-token" };

  test("read the same rows, each with its own members", async () => {
    const where = { least: "2" };
    expect(await post("/pages/read", { kind: "things", login, where, from: 1 })).toEqual([
      200,
      { items: [{ id: 3 }, { id: 4 }] },
    ]);
    expect(
      await post("/", { source: "things", account: { auth: "token", token: "t" }, filter: where }),
    ).toEqual([200, [{ id: 2 }, { id: 3 }, { id: 4 }]]);
  });

  test.each([
    ["an unknown source", { kind: "none", login }, 400, "unknown_source", "kind"],
    ["no source", { login }, 400, "missing_field", "kind"],
    ["no account kind", { kind: "things", login: {} }, 400, "malformed_request", "as"],
    ["an unknown account kind", { kind: "things", login: { as: "x" } }, 400, "unknown_account_kind", "as"],
    ["an invalid filter", { kind: "things", login, where: { least: "much" } }, 400, "invalid_field", "least"],
  ])("report %s in the shape and with the members of the face", async (_what, body, status, code, member) => {
    expect(await post("/pages/read", body)).toEqual([
      status,
      { problem: { code, member, message: expect.any(String) as string } },
    ]);
  });

  test("have the errors of paths without an endpoint in the shape of the face they belong to", async () => {
    expect(await post("/pages/other", {})).toEqual([404, { problem: expect.anything() as unknown }]);
    expect(await post("/pagesother", {})).toEqual([404, expect.objectContaining({ status: 404 })]);
    const put = await fastify.inject({ method: "PUT", url: "/pages/read" });
    expect([put.statusCode, put.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
  });
});

describe("Faces", () => {
  const endpoint = (name: string, path: string): Endpoint => ({
    name,
    path,
    method: "GET",
    streamsRows: false,
    isOfferedBy: () => true,
    handle: () => jsonAnswer({}),
  });
  const face = (prefix: string, ...endpoints: readonly Endpoint[]): Face => ({
    prefix,
    endpoints,
    accountOf: () => ({ id: undefined, members: {}, markers: [], name: undefined }),
    errorBody: () => ({}),
  });

  test.each([
    ["no face without a prefix", [face("/a")]],
    ["two faces without a prefix", [face(""), face("")]],
    ["two endpoints of one name", [face("", endpoint("a", "/a"), endpoint("a", "/b"))]],
    ["two endpoints of one path", [face("", endpoint("a", "/a"), endpoint("b", "/a"))]],
    ["an endpoint below the prefix of another face", [face("", endpoint("a", "/a/x")), face("/a")]],
    ["an endpoint outside of its prefix", [face(""), face("/a", endpoint("a", "/b"))]],
  ])("refuses %s", (_what, faces) => {
    expect(() => new Faces(faces)).toThrow(TypeError);
  });

  test("chooses the longest prefix", () => {
    const [bare, short, long] = [face(""), face("/a"), face("/a/b")] as const;
    const faces = new Faces([short, bare, long]);
    expect(["/", "/a", "/a/b", "/a/b/c", "/a/bc", "/ab", undefined].map((path) => faces.of(path))).toEqual([
      bare,
      short,
      long,
      long,
      short,
      bare,
      bare,
    ]);
  });
});
