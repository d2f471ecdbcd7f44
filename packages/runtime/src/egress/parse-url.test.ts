import { parseUrl } from "@wellhead/sdk/internal";
import { describe, expect, it } from "vitest";
import { canonicalHost } from "./egress.js";

describe("parseUrl()", () => {
  it("reads what is an address, alone or below another, and nothing else", () => {
    expect(parseUrl("http://a.example/b")?.href).toBe("http://a.example/b");
    expect(parseUrl("../c?d", new URL("http://a.example/b/b"))?.href).toBe("http://a.example/c?d");
    expect(parseUrl("c")).toBeUndefined();
    expect(parseUrl("http://ï¼\u0091:80/")).toBeUndefined();
  });

  it("reads the same however often it is called", () => {
    const names = new Set<string | undefined>();
    for (let round = 0; round < 20_000; round += 1) {
      names.add(parseUrl("http://b\u00fccher.example/")?.hostname);
      names.add(canonicalHost("b\u00fccher.example")?.name);
    }
    expect([...names]).toEqual(["xn--bcher-kva.example"]);
  });
});
