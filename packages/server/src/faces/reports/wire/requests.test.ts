import { describe, expect, test } from "vitest";
import type { ReceivedRequest } from "../../../request/faces.js";
import {
  parseAccountRequest,
  parseCachedRequest,
  parseCallback,
  parseDataRequest,
  parseFinishRequest,
  parseOptionsRequest,
  parseSignInRequest,
  parseSourceRequest,
  parseValidateRequest,
} from "./requests.js";

type Body = ReceivedRequest["body"];

function received(body: Body, query = "", headers: Readonly<Record<string, string>> = {}): ReceivedRequest {
  return { request: { method: "POST", path: "/", query, headers, body: undefined }, body };
}

const key = { auth: "key", token: "t" };
const keyAccount = { id: "key", members: key, name: undefined };

describe("parseSourceRequest() and parseDataRequest()", () => {
  test("read source, account and filter, each of which may be missing", () => {
    const whole = received({ source: "rows", account: key, filter: { from: 1 } });
    expect(parseSourceRequest(whole)).toMatchObject({
      source: { id: "rows", member: "source" },
      account: keyAccount,
      filter: { from: 1 },
    });
    expect(parseSourceRequest(received({}))).toMatchObject({
      source: { id: undefined, member: "source" },
      account: { id: undefined, members: {} },
      filter: {},
    });
  });

  test("read the page and what the caller accepts", () => {
    const headers = { accept: "text/csv", "accept-encoding": "gzip" };
    expect(parseDataRequest(received({ limit: 5, skip: "7" }, "", headers))).toMatchObject({
      page: { limit: 5, skip: 7 },
      accept: "text/csv",
      acceptEncoding: "gzip",
    });
    expect(parseDataRequest(received({}))).toMatchObject({
      page: { limit: undefined, skip: 0 },
      accept: undefined,
      acceptEncoding: undefined,
    });
  });

  test.each(["account", "filter"])("refuse %s that is no object, with its name", (field) => {
    for (const wrong of ["text", 1, []])
      expect(() => parseSourceRequest(received({ [field]: wrong }))).toThrow(
        expect.objectContaining({ code: "malformed_request", field }),
      );
  });
});

describe("parseOptionsRequest()", () => {
  test("reads source, field and values of the query, and a flat account of the body", () => {
    const parsed = parseOptionsRequest(
      received(
        { ...key, source: "of-body", field: "of-body", dependsOn: { c: "of-body" } },
        "source=rows&field=city&a=1&a=2&b=",
      ),
    );
    expect(parsed).toMatchObject({ source: { id: "rows" }, field: "city", account: { id: "key" } });
    expect(parsed.account.members).toMatchObject(key);
    expect(parsed.dependsOn).toEqual({ source: ["rows"], field: ["city"], a: ["1", "2"] });
  });

  test.each(["", "source=rows", "field=city"])("reads all of the body when the query is %j", (query) => {
    const body = { source: "rows", field: "city", account: key, dependsOn: { country: "it" } };
    const parsed = parseOptionsRequest(received(body, query));
    expect(parsed).toMatchObject({
      source: { id: "rows", member: "source" },
      field: "city",
      account: keyAccount,
      dependsOn: { country: "it" },
    });
  });

  test.each(["source=rows", "field=city"])(
    "reads the values of a flat body when the query is %j only",
    (query) => {
      const body = { ...key, source: "rows", field: "city", dependsOn: { country: "it" } };
      expect(parseOptionsRequest(received(body, query))).toMatchObject({
        source: { id: "rows" },
        field: "city",
        account: { id: "key" },
        dependsOn: { country: "it" },
      });
    },
  );

  test("reads the body when it has an account, although the query names source and field", () => {
    const body = { source: "of-body", field: "of-body", account: key, dependsOn: { country: "it" } };
    const parsed = parseOptionsRequest(received(body, "source=rows&field=city&country=fr"));
    expect(parsed).toMatchObject({
      source: { id: "rows" },
      field: "city",
      account: keyAccount,
      dependsOn: { country: ["fr"] },
    });
  });

  test("takes the body for the account when it has none", () => {
    expect(parseOptionsRequest(received({ auth: "key", source: "rows" })).account.id).toBe("key");
    // Text is not an account: the request is of the first form.
    const flat = received({ auth: "key", account: "text" }, "source=rows&field=city");
    expect(parseOptionsRequest(flat).account).toMatchObject({ id: "key", members: { account: "text" } });
  });

  test("reads a repeated argument whose values are equal, and refuses others", () => {
    const parse = (query: string) => parseOptionsRequest(received({}, query));
    expect(parse("source=rows&source=rows&field=city")).toMatchObject({
      source: { id: "rows" },
      field: "city",
    });
    for (const [query, field] of [
      ["source=rows&source=other&field=city", "source"],
      ["source=rows&field=city&field=street", "field"],
    ] as const)
      expect(() => parse(query)).toThrow(
        expect.objectContaining({
          code: "malformed_request",
          field,
          message: expect.stringContaining(`expected one value of "${field}"`) as string,
        }),
      );
  });

  test("takes an argument named __proto__ for an argument", () => {
    const { dependsOn } = parseOptionsRequest(received({}, "source=rows&field=city&__proto__=x"));
    expect(Object.getPrototypeOf(dependsOn)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(dependsOn, "__proto__")?.value).toEqual(["x"]);
  });
});

describe("parseValidateRequest()", () => {
  test("reads the account in fields, and the id next to it", () => {
    const fields = { token: "t" };
    expect(parseValidateRequest(received({ id: "key", fields, name: "N" }))).toMatchObject({
      account: { id: "key", members: fields },
      given: fields,
    });
  });

  test("reads a flat account by its marker, and keeps a member id", () => {
    const body = { id: "of-account", ...key };
    expect(parseValidateRequest(received(body))).toMatchObject({
      account: { id: "key", members: body },
      given: body,
    });
  });

  test("reads a flat account without a marker by its id, which is not a member then", () => {
    const body = { id: "key", token: "t" };
    const { account, given } = parseValidateRequest(received(body));
    expect(account).toMatchObject({ id: "key" });
    expect(account.members).toEqual({ token: "t" });
    expect(given).toBe(body);
  });
});

test("parseAccountRequest() reads an account, flat or in fields", () => {
  expect(parseAccountRequest({ body: { account: { ...key, name: "N" } } })).toMatchObject({
    id: "key",
    name: "N",
  });
  const nested = { id: "inner", fields: { token: "t" } };
  expect(parseAccountRequest({ body: { account: nested } })).toMatchObject({
    id: "inner",
    members: { token: "t" },
  });
  expect(parseAccountRequest({ body: {} })).toMatchObject({ id: undefined, members: {} });
});

test("parseCallback() and parseSignInRequest() read the body, else the query", () => {
  const query = "callback_uri=https%3A%2F%2Fb.example%2F&state=q";
  const inQuery = { callback: "https://b.example/", state: "q" };
  expect(parseSignInRequest(received({}, query))).toEqual(inQuery);
  const inBody = { callback_uri: "https://a.example/", state: "s" };
  expect(parseSignInRequest(received(inBody, query))).toEqual({ callback: "https://a.example/", state: "s" });
  expect(parseCallback(received({}, query))).toBe("https://b.example/");
  expect(parseSignInRequest(received({}))).toEqual({ callback: undefined, state: undefined });
  expect(() => parseSignInRequest(received({}, "state=a&state=b"))).toThrow("expected one value");
});

test("parseFinishRequest() keeps the body, and reads fields", () => {
  const body = { code: "c", fields: { state: "s" } };
  expect(parseFinishRequest(received(body))).toEqual({ body, fields: { state: "s" } });
  expect(parseFinishRequest(received({ code: "c" }))).toEqual({ body: { code: "c" }, fields: {} });
});

test("parseCachedRequest() reads the tag that the caller has", () => {
  expect(parseCachedRequest(received({}, "", { "if-none-match": '"a"' }))).toBe('"a"');
  expect(parseCachedRequest(received({}))).toBeUndefined();
});
