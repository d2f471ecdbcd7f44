import { configureEgress } from "@wellhead/runtime";
import { rateLimited } from "@wellhead/sdk";
import type { QuirkyReply } from "@wellhead/test-support/oauth/quirks-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  listedCallback as callback,
  openRefusingApp,
  type RefusingApp,
  refusal,
} from "../../test/refusing-app.js";

const form = "application/x-www-form-urlencoded";
const page = { type: "text/html", body: "<html><body>secret-upstream</body></html>" };
let app: RefusingApp;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  app = await openRefusingApp();
});

afterEach(() => {
  app.setClock(0);
  app.provider.seen.length = 0;
});

afterAll(async () => {
  await app.close();
});

/** Starts a sign-in with one connector, and returns the values the platform then has. */
async function begin(connector: string, token: string) {
  app.provider.reply = { type: form, body: `oauth_token=${token}&oauth_token_secret=hush` };
  await app.call(`/${connector}/oauth1?callback_uri=${encodeURIComponent(callback)}`);
  app.provider.seen.length = 0;
  const fields = { access_token: token, access_secret: "hush", callback_uri: callback };
  return { fields, oauth_verifier: "v" };
}

describe("a sign-in that cannot end", () => {
  it.each([
    [
      "/one/oauth1",
      { fields: { access_token: "t", access_secret: "s" } },
      /"oauth_verifier" is missing: expected the verifier/,
    ],
    [
      "/one/oauth1/v1/access_token",
      { fields: { access_secret: "s" }, oauth_verifier: "v" },
      /"access_token" is missing: expected the "token" that the start/,
    ],
    ["/one/oauth1", { oauth_verifier: "v" }, /"access_token" is missing/],
    ["/one/oauth2", { fields: { callback_uri: callback } }, /"code" is missing: expected the code/],
    [
      "/one/oauth2/v1/access_token",
      { code: "c" },
      /"callback_uri" is missing: expected the callback with which the sign-in was started/,
    ],
    ["/one/oauth2", {}, /"callback_uri" is missing|"code" is missing/],
  ])("%s lacks something: 400, naming it", async (path, body, sentence) => {
    expect(await app.call(path, body)).toMatchObject(
      refusal({ status: 400, code: "missing_field", sentence }),
    );
  });

  it.each([
    [
      "/one/oauth1",
      { fields: { access_token: ["t"], access_secret: "s" }, oauth_verifier: "v" },
      /"access_token": expected text, got an array/,
    ],
    [
      "/one/oauth1",
      { fields: { access_token: "t", access_secret: "s" }, oauth_verifier: {} },
      /"oauth_verifier": expected text, got a value of type object/,
    ],
    [
      "/one/oauth2",
      { fields: { callback_uri: callback }, code: 5 },
      /"code": expected text, got a value of type number/,
    ],
    [
      "/one/oauth2",
      { fields: { callback_uri: callback }, code: "c", state: [] },
      /"state": expected text, got an array/,
    ],
  ])("%s has a member of another type: 400, naming it", async (path, body, sentence) => {
    expect(await app.call(path, body)).toMatchObject(
      refusal({ status: 400, code: "invalid_field", sentence }),
    );
    expect(app.provider.seen).toHaveLength(0);
  });

  it("refuses fields that are none: 400", async () => {
    for (const path of [
      "/one/oauth1",
      "/one/oauth2",
      "/one/oauth1/v1/access_token",
      "/one/oauth2/v1/access_token",
    ]) {
      const answer = await app.call(path, { fields: "x", code: "c", oauth_verifier: "v" });
      expect(answer).toMatchObject(
        refusal({ status: 400, code: "malformed_request", sentence: /"fields".*expected/ }),
      );
    }
  });

  it("does not send what was begun with another connector, too long ago, or finished before: 401, start again", async () => {
    const swapped = await begin("one", "temporary-1");
    expect(await app.call("/two/oauth1", swapped)).toMatchObject(
      refusal({
        status: 401,
        code: "grant_refused",
        sentence: /started with another connector. Start again/,
      }),
    );
    const late = await begin("one", "temporary-2");
    app.setClock(3_700_000);
    expect(await app.call("/one/oauth1", late)).toMatchObject(
      refusal({
        status: 401,
        code: "grant_refused",
        sentence: /started too long ago. Start again/,
      }),
    );
    app.setClock(0);
    const once = await begin("one", "temporary-3");
    app.provider.reply = { type: form, body: "oauth_token=a&oauth_token_secret=b" };
    expect(await app.call("/one/oauth1/v1/access_token", once)).toMatchObject({ status: 200 });
    expect(await app.call("/one/oauth1", once)).toMatchObject(
      refusal({
        status: 401,
        code: "grant_refused",
        sentence: /finished before. Start again/,
      }),
    );
    expect(app.provider.seen).toHaveLength(1);
  });

  it.each<[string, QuirkyReply, number, string, RegExp]>([
    ["a web page", page, 502, "upstream_invalid", /expected a token, got .* author must check the addresses/],
    [
      "a page without a secret",
      { type: form, body: "oauth_token=a" },
      502,
      "upstream_invalid",
      /expected a token, got another response/,
    ],
    [
      "a refusal",
      { status: 401, body: "secret-upstream" },
      401,
      "grant_refused",
      /refused the verifier.*Start again/,
    ],
    ["an outage", { status: 500, body: "" }, 503, "upstream_unavailable", /Try again later/],
  ])("OAuth 1 with a provider that answers %s", async (what, reply, status, code, sentence) => {
    const finish = await begin("one", `temporary ${what}`);
    app.provider.reply = reply;
    const answer = await app.call("/one/oauth1", finish);
    expect(answer).toMatchObject(refusal({ status, code, sentence }));
    expect(answer.body["errors"]).toBe(answer.body["error"]);
  });

  it.each([429, 500, 503])(
    "is open until it has succeeded: a provider that once answers %i is asked again",
    async (status) => {
      const later = { status: status === 429 ? 429 : 503 };
      const busy: QuirkyReply = { status, headers: { "retry-after": "1" }, body: "" };
      const first = await begin("one", `temporary again ${status}`);
      for (const path of ["/one/oauth1", "/one/oauth1/v1/access_token"]) {
        app.provider.reply = busy;
        expect(await app.call(path, first)).toMatchObject(later);
      }
      app.provider.reply = { type: form, body: "oauth_token=a&oauth_token_secret=b" };
      expect(await app.call("/one/oauth1", first)).toMatchObject({
        status: 200,
        body: { access_token: "a" },
      });
      const second = { fields: { callback_uri: callback }, code: `again ${status}` };
      for (const path of ["/one/oauth2", "/one/oauth2/v1/access_token"]) {
        app.provider.reply = busy;
        expect(await app.call(path, second)).toMatchObject(later);
      }
      app.provider.reply = { body: { access_token: "c", token_type: "bearer" } };
      expect(await app.call("/one/oauth2", second)).toMatchObject({
        status: 200,
        body: { access_token: "c" },
      });
      expect(await app.call("/one/oauth2", second)).toMatchObject({ status: 401 });
    },
  );

  it("says at once to start again when the check of the new account has to wait", async () => {
    const later = rateLimited("Could not check the account: too many requests. Try again later.", {
      retryAfter: 7,
    });
    const checking = await openRefusingApp(() => Promise.reject(later));
    checking.provider.reply = { body: { access_token: "c", token_type: "bearer" } };
    const second = await checking.call("/one/oauth2", { fields: { callback_uri: callback }, code: "c" });
    checking.provider.reply = { type: form, body: "oauth_token=a&oauth_token_secret=b" };
    const fields = { access_token: "temporary", access_secret: "s" };
    const first = await checking.call("/one/oauth1", { fields, oauth_verifier: "v" });
    await checking.close();
    const sentence = /^Could not check the account: too many requests. Start the sign-in again\.$/;
    for (const answer of [first, second]) {
      expect(answer).toMatchObject(refusal({ status: 429, code: "rate_limited", sentence }));
    }
  });

  it("OAuth 2 with a provider that answers a web page: 502", async () => {
    app.provider.reply = page;
    const finish = { fields: { callback_uri: callback }, code: "html" };
    for (const path of ["/one/oauth2", "/one/oauth2/v1/access_token"]) {
      const answer = await app.call(path, { ...finish, code: `html ${path}` });
      expect(answer).toMatchObject(
        refusal({
          status: 502,
          code: "upstream_invalid",
          sentence: /expected a token, got another response, such as a web page/,
        }),
      );
    }
  });

  it("OAuth 2 of a callback outside the list, of the error the provider sent, and of a connector without it", async () => {
    const outside = { fields: { callback_uri: "https://evil.example/callback" }, code: "c" };
    expect(await app.call("/one/oauth2", outside)).toMatchObject(
      refusal({
        status: 400,
        code: "invalid_field",
        sentence: /Its operator must add it/,
      }),
    );
    const denied = { fields: { callback_uri: callback }, error: "access_denied" };
    expect(await app.call("/one/oauth2", denied)).toMatchObject(
      refusal({
        status: 401,
        code: "grant_refused",
        sentence: /Start again and allow the access/,
      }),
    );
    for (const path of ["/two/oauth2", "/two/oauth2/v1/access_token", "/two/oauth2/v1/authorize"]) {
      expect(await app.call(path, outside)).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
    expect(app.provider.seen).toHaveLength(0);
  });
});
