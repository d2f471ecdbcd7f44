import { readFileSync } from "node:fs";
import { fields, nextUrlInBody, type OutgoingRequest, password, Secret } from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestHttp } from "../../test/open-test-http.js";
import { Egress } from "../egress/egress.js";

const canary = "c4n4ry+/=secret";
const spellings = [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString("base64"),
  Buffer.from(canary).toString("base64url"),
  Buffer.from(canary).toString("hex"),
  Buffer.from(`user:${canary}`).toString("base64"),
];

/** Puts the secret into the request that is redirected. */
const places: Readonly<Record<string, (request: OutgoingRequest) => void>> = {
  authorization: ({ headers }) => (headers["authorization"] = `Bearer ${canary}`),
  "custom header": ({ headers }) => (headers["x-api-key"] = canary),
  cookie: ({ headers }) => (headers["cookie"] = `session=${canary}`),
  query: ({ url }) => url.searchParams.set("key", canary),
  body: () => undefined,
  "user and password": ({ headers }) =>
    (headers["authorization"] = `Basic ${Buffer.from(`user:${canary}`).toString("base64")}`),
};
const codes = [301, 302, 303, 307, 308];
const targets: Readonly<Record<string, () => string>> = {
  "another host": () => `http://other.example:${away.port}/`,
  "another port": () => `http://good.example:${away.port}/`,
  "another scheme": () => `https://good.example:${awaySecure.port}/`,
  "a subdomain": () => `http://sub.good.example:${away.port}/`,
  "an address": () => `http://127.0.0.1:${away.port}/`,
};

let home: RawUpstream;
let away: RawUpstream;
let awaySecure: RawUpstream;
let answerHome = rawAnswer("[]");
/** Everything that arrived at other origins. */
let received = "";

beforeAll(async () => {
  home = await startRawUpstream((socket) => socket.write(answerHome));
  const answerAway: AnswerRaw = (socket, { head, body }) => {
    received += head + body;
    socket.write(rawAnswer("[]"));
  };
  away = await startRawUpstream(answerAway);
  awaySecure = await startRawUpstream(answerAway, { key: fixture("key"), cert: fixture("valid") });
});

afterAll(async () => {
  await home.close();
  await away.close();
  await awaySecure.close();
});

function fixture(name: string): string {
  return readFileSync(new URL(`../../test/fixtures/${name}.pem`, import.meta.url), "utf8");
}

async function callFrom(place: string): Promise<void> {
  const egress = new Egress({ allow: "127.0.0.1/32:*", resolve: () => Promise.resolve(["127.0.0.1"]) });
  const kind = fields({
    title: "Key",
    fields: { key: password() },
    authorize: (request) => places[place]?.(request),
  });
  const { http } = openTestHttp({
    definition: {
      baseUrl: `http://good.example:${home.port}`,
      headers: { "x-tenant": canary },
      authorize: ({ headers }) => {
        headers["x-deployment"] = canary;
      },
      redirects: 3,
      paging: nextUrlInBody(),
    },
    kinds: { key: kind },
    account: { kind: "key", key: new Secret(canary) },
    egress,
    ca: fixture("valid"),
  });
  const headers = { "x-call": canary };
  if (place === "body") {
    await http.post("search", { headers, json: { token: canary }, idempotent: true }).json();
    return;
  }
  const batches = http.pages("list", { headers, items: "items" })[Symbol.asyncIterator]();
  while ((await batches.next()).done !== true);
}

function leaks(): readonly string[] {
  return spellings.filter((spelling) => received.includes(spelling));
}

describe("credentials across origins", () => {
  for (const [where, target] of Object.entries(targets)) {
    for (const place of Object.keys(places)) {
      it.each(codes)(`stay home: secret in ${place}, redirect to ${where} by %i`, async (code) => {
        const location = target();
        answerHome = rawAnswer("", [`location: ${location}`], `${code} Moved`);
        await callFrom(place).catch(() => undefined);
        expect(leaks()).toEqual([]);
      });

      it(`stay home: secret in ${place}, next page at ${where}`, async () => {
        const next = target();
        answerHome = rawAnswer(JSON.stringify({ items: [1], next }));
        await callFrom(place).catch(() => undefined);
        expect(leaks()).toEqual([]);
      });
    }
  }

  it("were sent to where they belong all the while", () => {
    const sent = home.requests.map(({ head, body }) => head + body).join("");
    for (const spelling of [canary, encodeURIComponent(canary), spellings[5] ?? ""])
      expect(sent).toContain(spelling);
    // The redirects were followed, so the other origin would have received a secret.
    expect(away.requests.length).toBeGreaterThan(50);
    expect(awaySecure.requests.length).toBeGreaterThan(10);
  });
});
