import { cursorInBody } from "@wellhead/sdk";
import { rawAnswer, startRawUpstream } from "@wellhead/test-support/upstream-faults/raw-upstream";
import { expect, it, onTestFinished } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";

const items = [{ id: 1 }, { id: 2 }];
const ready = JSON.stringify(items);

/** Returns a client of an upstream that sends some texts, each with its status, and the last one again and again. */
async function open(...answers: ReadonlyArray<readonly [status: string, body: string]>) {
  const upstream = await startRawUpstream((socket, { index }) => {
    const [status = "200 OK", body = ""] = answers[Math.min(index, answers.length - 1)] ?? [];
    socket.write(rawAnswer(body, status.startsWith("202") ? ["retry-after: 7"] : [], status));
  });
  onTestFinished(() => upstream.close());
  return { ...openTestHttp({ definition: { baseUrl: upstream.url } }), requests: upstream.requests };
}

async function all(batches: AsyncIterable<readonly unknown[]>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
}

type Client = Awaited<ReturnType<typeof open>>["http"];
const readings: Readonly<Record<string, (http: Client) => AsyncIterable<readonly unknown[]>>> = {
  "in pages": (http) => http.pages("list"),
  "as it arrives": (http) => http.get("list").items(),
  "line by line": (http) => http.get("list").lines(),
};

for (const [how, read] of Object.entries(readings)) {
  const isLines = how === "line by line";
  const whole = isLines ? items.map((item) => JSON.stringify(item)).join("\n") : ready;
  const nothing = isLines ? ["", "\n"] : ["", "[]"];

  it.each(nothing)(
    `a list that is read ${how} and not made yet, with the body %j, is requested again`,
    async (body) => {
      const { http, waits, requests } = await open(["202 Accepted", body], ["200 OK", whole]);
      expect(await all(read(http))).toEqual(items);
      expect({ waits, requests: requests.length }).toEqual({ waits: [7000], requests: 2 });
    },
  );

  it.each(nothing)(
    `a list that is read ${how} and never made, with the body %j, is an error`,
    async (body) => {
      const { http } = await open(["202 Accepted", body]);
      const error = { code: "upstream_unavailable", retryAfter: 7 };
      await expect(all(read(http))).rejects.toMatchObject(error);
    },
  );

  it(`a list that is read ${how} may have status 202 with its items`, async () => {
    const { http, requests } = await open(["202 Accepted", whole]);
    expect(await all(read(http))).toEqual(items);
    expect(requests.length).toBe(1);
  });
}

it("an API may send status 202 with every page, also with an empty one", async () => {
  const page = (list: readonly object[], next: number | null) => JSON.stringify({ list, next });
  const { http } = await open(["202 Accepted", page(items, 2)], ["202 Accepted", page([], null)]);
  const paging = cursorInBody({ cursor: "next", parameter: "from" });
  expect(await all(http.pages("list", { items: "list", paging }))).toEqual(items);
});
