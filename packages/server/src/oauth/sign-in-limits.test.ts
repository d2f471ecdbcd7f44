import { configureEgress } from "@wellhead/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listedCallback as callback, openRefusingApp, type RefusingApp } from "../../test/refusing-app.js";

/** Maximum number of characters, as documented in docs/accounts.md. */
const max = { state: 2048, code: 8192 };
let app: RefusingApp;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  app = await openRefusingApp();
});

beforeEach(() => {
  app.provider.reply = { body: { access_token: "a", token_type: "bearer" } };
  app.provider.seen.length = 0;
});

afterAll(async () => {
  await app.close();
});

/** Returns what the platform sends after the user was redirected back, with values of these lengths. */
function finish(path: string, { code, state }: { readonly code: number; readonly state: number }) {
  // A code is valid for one sign-in, so each path uses its own.
  const parts = { code: (path.endsWith("oauth2") ? "c" : "d").repeat(code), state: "s".repeat(state) };
  return path.endsWith("oauth2")
    ? { fields: { callback_uri: callback }, ...parts }
    : { callback_uri: callback, fields: parts };
}

function tooLong(field: keyof typeof max, length: number) {
  const message: unknown = expect.stringContaining(`at most ${max[field]} characters, got ${length}`);
  return { status: 400, body: { code: "invalid_field", field, message } };
}

describe("the lengths of what a sign-in is made of", () => {
  const starts: [string, (state: string) => Promise<{ readonly status: number; readonly body: object }>][] = [
    [
      "GET /oauth2",
      (state) => app.call(`/one/oauth2?${new URLSearchParams({ callback_uri: callback, state })}`),
    ],
    [
      "POST /oauth2/v1/authorize",
      (state) => app.call("/one/oauth2/v1/authorize", { callback_uri: callback, state }),
    ],
  ];

  it.each(starts)(
    "%s takes a state of 2,048 characters whole, and refuses one more",
    async (_name, start) => {
      const state = "s".repeat(max.state);
      const { status, body } = await start(state);
      const address: unknown = Reflect.get(body, "redirect_uri");
      expect(status).toBe(200);
      expect(new URL(String(address)).searchParams.get("state")).toBe(state);
      expect(await start(`${state}s`)).toMatchObject(tooLong("state", max.state + 1));
    },
  );

  it.each(["/one/oauth2", "/one/oauth2/v1/access_token"])(
    "%s sends a code of 8,192 characters whole, and none that is longer",
    async (path) => {
      await app.call(path, finish(path, max));
      expect(app.provider.seen).toHaveLength(1);
      expect(JSON.stringify(app.provider.seen[0])).toMatch(/c{8192}|d{8192}/);
      app.provider.seen.length = 0;
      for (const length of [max.code + 1, 300_000, 900_000]) {
        const answer = await app.call(path, finish(path, { ...max, code: length }));
        expect(answer).toMatchObject(tooLong("code", length));
      }
      const answer = await app.call(path, finish(path, { ...max, state: max.state + 1 }));
      expect(answer).toMatchObject(tooLong("state", max.state + 1));
      expect(app.provider.seen).toHaveLength(0);
    },
  );
});
