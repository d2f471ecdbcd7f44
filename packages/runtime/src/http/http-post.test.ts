import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

async function start(answer: AnswerRaw): Promise<RawUpstream> {
  upstream = await startRawUpstream(answer);
  return upstream;
}

const echo: AnswerRaw = (socket, { head, body, target }) =>
  socket.write(rawAnswer(JSON.stringify({ head, body, target })));

interface Echo {
  readonly head: string;
  readonly body: string;
  readonly target: string;
}

describe("http.post()", () => {
  it("sends JSON and forms", async () => {
    const { url } = await start(echo);
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    const json = await http.post("a", { json: { a: 1 } }).json<Echo>();
    expect(json).toMatchObject({
      body: '{"a":1}',
      head: expect.stringMatching(/content-type: application\/json/) as string,
    });
    expect((await http.post("a", { form: { a: "1 2" } }).json<Echo>()).body).toBe("a=1+2");
  });

  it("is sent once, unless it is idempotent", async () => {
    const { url, requests } = await start((socket) => socket.destroy());
    const { http } = openTestHttp({ definition: { baseUrl: url } });
    await expect(http.post("a", { json: {} }).json()).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(requests).toHaveLength(1);
    await expect(http.post("a", { json: {}, idempotent: true }).json()).rejects.toThrow(/connection broke/);
    expect(requests).toHaveLength(4);
  });
});
