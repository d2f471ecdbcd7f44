import { configureEgress } from "@wellhead/runtime";
import type { QuirkyReply } from "@wellhead/test-support/oauth/quirks-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  listedCallback as callback,
  openRefusingApp,
  type RefusingApp,
  refusal,
} from "../../test/refusing-app.js";

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

describe("a sign-in that cannot begin", () => {
  const starts = [
    ["/one/oauth1", undefined],
    ["/one/oauth1/v1/authorize", {}],
    ["/one/oauth2", undefined],
    ["/one/oauth2/v1/authorize", {}],
  ] as const;

  it.each(starts)("%s without a callback: 400, naming it", async (path, body) => {
    expect(await app.call(path, body)).toMatchObject(
      refusal({
        status: 400,
        code: "missing_field",
        sentence: /"callback_uri" is missing: expected the address/,
      }),
    );
  });

  it.each(starts)("%s with a callback of another type: 400", async (path, body) => {
    const answer =
      body === undefined
        ? await app.call(`${path}?callback_uri=a&callback_uri=b`)
        : await app.call(path, { callback_uri: [callback] });
    expect(answer).toMatchObject(
      refusal({
        status: 400,
        code: "invalid_field",
        sentence: /Could not read "callback_uri": expected .*, got/,
      }),
    );
  });

  it.each(starts)(
    "%s with a callback outside the operator's list: 400, and says where it is listed",
    async (path, body) => {
      const outside = `${callback}/../other`;
      for (const callbackUri of [
        "https://platform.example/callback2",
        "https://evil.example/callback",
        outside,
      ]) {
        const answer =
          body === undefined
            ? await app.call(`${path}?callback_uri=${encodeURIComponent(callbackUri)}`)
            : await app.call(path, { callback_uri: callbackUri });
        expect(answer).toMatchObject(
          refusal({
            status: 400,
            code: "invalid_field",
            sentence: /add it to WELLHEAD_CALLBACKS|expected a plain https address/,
          }),
        );
      }
      expect(app.provider.seen).toHaveLength(0);
    },
  );

  it.each<[string, QuirkyReply, number, string, RegExp]>([
    ["a web page", page, 502, "upstream_invalid", /expected a token, got another response/],
    [
      "a refusal",
      { status: 401, body: "" },
      500,
      "internal",
      /operator must check the consumer key, its secret and the callback/,
    ],
    ["an outage", { status: 503, body: "" }, 503, "upstream_unavailable", /Try again later/],
    ["a redirect", { status: 302, body: "" }, 502, "upstream_invalid", /author must check the addresses/],
    [
      "a limit",
      { status: 429, headers: { "retry-after": "7" }, body: "" },
      429,
      "rate_limited",
      /limit of requests is reached/,
    ],
  ])("OAuth 1 with a provider that answers %s", async (_what, reply, status, code, sentence) => {
    app.provider.reply = reply;
    const query = `?callback_uri=${encodeURIComponent(callback)}`;
    expect(await app.call(`/one/oauth1${query}`)).toMatchObject(refusal({ status, code, sentence }));
    expect(await app.call("/one/oauth1/v1/authorize", { callback_uri: callback })).toMatchObject(
      refusal({
        status,
        code,
        sentence,
      }),
    );
  });
});

describe("an account that cannot be read", () => {
  it.each([
    [
      "an unknown kind",
      { id: "oauth3", fields: {} },
      400,
      "unknown_account_kind",
      /expected one of "oauth", "oauth2" as its kind, got "oauth3"/,
    ],
    ["no kind where there are several", { fields: {} }, 400, "malformed_request", /one of "oauth", "oauth2"/],
    [
      "no access token",
      { id: "oauth2", fields: {} },
      400,
      "missing_field",
      /it has no "access_token", .*Connect the account again/,
    ],
    [
      "an access token that is an object",
      { id: "oauth2", fields: { access_token: {} } },
      400,
      "invalid_field",
      /Access token/,
    ],
    [
      "a refresh token that is an array",
      { id: "oauth2", fields: { access_token: "a", refresh_token: [1] } },
      400,
      "invalid_field",
      /Refresh token/,
    ],
    [
      "no access secret",
      { id: "oauth", fields: { access_token: "a" } },
      400,
      "missing_field",
      /it has no "access_secret", .*Connect the account again/,
    ],
    [
      "an access secret that is an object",
      { id: "oauth", fields: { access_token: "a", access_secret: {} } },
      400,
      "invalid_field",
      /Access secret/,
    ],
  ])("%s", async (_what, body, status, code, sentence) => {
    expect(await app.call("/one/validate", body)).toMatchObject(refusal({ status, code, sentence }));
  });
});
