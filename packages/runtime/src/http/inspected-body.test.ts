import { Secret } from "@wellhead/sdk";
import { rawAnswer, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

describe("the response to a sign-in", () => {
  const account = { kind: "a", password: new Secret('p "ass&word') };

  it.each([
    ["a secret as JSON", { json: { password: 'p "ass&word' } }, false],
    ["a secret in a form", { form: { password: 'p "ass&word' } }, false],
    ["credentials of its own", { headers: { Authorization: "Basic x" } }, false],
    ["neither", { json: { q: "p" } }, true],
  ])("is shown only after a request with %s where calls are inspected", async (_name, sent, isShown) => {
    const upstream = await startRawUpstream((socket) => socket.write(rawAnswer('{"ticket":"new-token"}')));
    onTestFinished(() => upstream.close());
    const definition = { baseUrl: upstream.url };
    const { http, lines } = openTestHttp({ definition, inspects: true, account });
    expect(await http.post("session", sent).json()).toEqual({ ticket: "new-token" });
    expect(lines.join("\n").includes("new-token")).toBe(isShown);
  });

  it("of a GET is shown without its token, whose later use is noted where calls are inspected", async () => {
    const upstream = await startRawUpstream((socket) =>
      socket.write(rawAnswer('{"token":"new-token","rows":[1]}')),
    );
    onTestFinished(() => upstream.close());
    const definition = { baseUrl: upstream.url };
    const { http, lines } = openTestHttp({ definition, inspects: true, account });
    const { token } = (await http.get("session", { headers: { "X-Key": "a" } }).json()) as { token: string };
    await http.get("things", { headers: { "X-Session": token } }).json();
    expect(lines[0]).not.toContain("new-token");
    expect(lines[0]).toContain("rows");
    expect(lines[1]).toContain('"credentials":"new-token"');
  });
});
