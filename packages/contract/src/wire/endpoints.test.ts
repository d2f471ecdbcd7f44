import { describe, expect, it } from "vitest";
import { type Endpoint, endpoints } from "./endpoints.js";

const all: readonly Endpoint[] = Object.values(endpoints);

describe("endpoints", () => {
  it("have one method and path each", () => {
    expect(new Set(all.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(all.length);
  });

  it("speak JSON, the logo excepted", () => {
    expect(
      all.filter((endpoint) => endpoint.response === undefined).map((endpoint) => endpoint.path),
    ).toEqual(["/logo"]);
  });

  it("take a body or a query wherever something is posted", () => {
    for (const endpoint of all.filter(({ method }) => method === "POST"))
      expect(endpoint.request).toBeDefined();
  });
});
