import { describe, expect, it } from "vitest";
import { nearestRequest, requestDifferences } from "./request-difference.js";
import type { TapeBody, TapeRequest } from "./tape.js";

const request = (url: string, body?: TapeBody): TapeRequest => ({
  method: "POST",
  url: `https://api.example${url}`,
  headers: {},
  ...(body !== undefined && { body }),
});

describe("requestDifferences()", () => {
  it("ignores the order of the query and of members", () => {
    expect(requestDifferences(request("/a?x=1&y=2&y=3"), request("/a?y=2&y=3&x=1"))).toEqual([]);
    const left = request("/a", { json: { a: 1, b: { c: [1, 2] } } });
    expect(requestDifferences(left, request("/a", { json: { b: { c: [1, 2] }, a: 1 } }))).toEqual([]);
  });

  it("names every other difference, deep in a body too", () => {
    expect(requestDifferences(request("/a?x=1&x=2"), request("/a?x=2&x=1"))).toEqual([
      'query "x": expected "1, 2", got "2, 1"',
    ]);
    expect(
      requestDifferences(
        request("/a", { json: { b: { c: [1, 2] } } }),
        request("/a", { json: { b: { c: [1, "2"] } } }),
      ),
    ).toEqual(['body.b.c.1: expected the value 2, got "2"']);
    expect(requestDifferences(request("/a"), request("/a", { lines: ["q=1"] }))).toEqual([
      'body: expected nothing, got "q=1"',
    ]);
  });
});

describe("nearestRequest()", () => {
  it("prefers the same path with other arguments", () => {
    const interactions = ["/b", "/a/c?page=1", "/a/d"].map((url) => ({
      request: request(url),
      response: { status: 200, headers: {} },
    }));
    expect(nearestRequest(interactions, request("/a/c?page=2"))).toBe(
      'The nearest is interaction 2, which differs in query "page": expected "1", got "2".',
    );
    // The response to wrong credentials is nearest to nothing.
    const refused = {
      request: request("/a/c?page=2"),
      response: { status: 401, headers: {} },
      refused: true,
    };
    expect(nearestRequest([refused, ...interactions], request("/a/c?page=2"))).toContain("interaction 3");
    expect(nearestRequest([], request("/a"))).toBe("The tape is empty.");
  });
});
