import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";
import { Egress } from "../egress/egress.js";

const silent = new Egress({ resolve: () => new Promise(() => {}), resolveTimeout: 60_000 });
const baseUrl = "http://slow.example";

describe("sendRequest()", () => {
  it("ends in time though it is not connected yet", async () => {
    const { http } = openTestHttp({ definition: { baseUrl, limits: { answer: 20 } }, egress: silent });
    await expect(http.get("a").json()).rejects.toMatchObject({ code: "upstream_timeout" });
  });

  it("ends with its request though it is not connected yet", async () => {
    const control = new AbortController();
    const { http } = openTestHttp({ definition: { baseUrl }, egress: silent, signal: control.signal });
    void delay(20).then(() => control.abort(new Error("gone")));
    await expect(http.get("a").json()).rejects.toThrow("gone");
  });
});
