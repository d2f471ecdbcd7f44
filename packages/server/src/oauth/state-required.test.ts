import { configureEgress } from "@wellhead/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  listedCallback as callback,
  openRefusingApp,
  type RefusingApp,
  refusal,
} from "../../test/refusing-app.js";

const form = "application/x-www-form-urlencoded";
let strict: RefusingApp;
let usual: RefusingApp;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  strict = await openRefusingApp({ stateRequired: true });
  usual = await openRefusingApp();
});

afterAll(async () => {
  await strict.close();
  await usual.close();
});

/** The start and the end of a sign-in in one generation of the contract. */
interface Generation {
  readonly start: (callbackUri: string, state?: string) => readonly [string, object?];
  readonly end: string;
}

const generations = (kind: string): readonly (readonly [string, Generation])[] => [
  [
    "v1",
    {
      start: (callbackUri, state) => [`/one/${kind}/v1/authorize`, { callback_uri: callbackUri, state }],
      end: `/one/${kind}/v1/access_token`,
    },
  ],
  [
    "v2",
    {
      start: (callbackUri, state) => {
        const query = new URLSearchParams({
          callback_uri: callbackUri,
          ...(state !== undefined && { state }),
        });
        return [`/one/${kind}?${query.toString()}`];
      },
      end: `/one/${kind}`,
    },
  ],
];

const missing = refusal({ status: 400, code: "missing_field", sentence: /"state" is missing/ });
const other = refusal({
  status: 401,
  code: "grant_refused",
  sentence: /its state is not the one that it was started with. Start again/,
});

describe.each(generations("oauth2"))("a required state in OAuth 2, %s", (name, { start, end }) => {
  const finish = (code: string, state?: string) => ({ fields: { callback_uri: callback }, code, state });

  it("is missing at the start, or is not the same at the end: refused, and nothing is sent", async () => {
    expect(await strict.call(...start(callback))).toMatchObject(missing);
    expect(await strict.call(...start(callback, `mine ${name}`))).toMatchObject({ status: 200 });
    strict.provider.seen.length = 0;
    expect(await strict.call(end, finish(`c1 ${name}`))).toMatchObject(missing);
    expect(await strict.call(end, finish(`c1 ${name}`, "another"))).toMatchObject(other);
    expect(strict.provider.seen).toHaveLength(0);
    strict.provider.reply = { body: { access_token: "t", token_type: "bearer" } };
    expect(await strict.call(end, finish(`c1 ${name}`, `mine ${name}`))).toMatchObject({ status: 200 });
  });

  it("may be missing where the operator does not require it", async () => {
    expect(await usual.call(...start(callback, `mine ${name}`))).toMatchObject({ status: 200 });
    usual.provider.reply = { body: { access_token: "t", token_type: "bearer" } };
    expect(await usual.call(end, finish(`c ${name}`))).toMatchObject({ status: 200 });
  });
});

describe.each(generations("oauth1"))("a required state in OAuth 1, %s", (name, { start, end }) => {
  const token = `temporary ${name}`;
  const fields = { access_token: token, access_secret: "hush", callback_uri: callback };
  const begin = async (app: RefusingApp, callbackUri: string) => {
    app.provider.reply = { type: form, body: `oauth_token=${token}&oauth_token_secret=hush` };
    return await app.call(...start(callbackUri));
  };

  it("is missing at the start, or is not the same at the end: refused, and nothing is sent", async () => {
    expect(await begin(strict, callback)).toMatchObject(missing);
    expect(await begin(strict, `${callback}?state=mine`)).toMatchObject({ status: 200 });
    strict.provider.seen.length = 0;
    expect(await strict.call(end, { fields, oauth_verifier: "v" })).toMatchObject(missing);
    expect(await strict.call(end, { fields, oauth_verifier: "v", state: "another" })).toMatchObject(other);
    expect(strict.provider.seen).toHaveLength(0);
    strict.provider.reply = { type: form, body: "oauth_token=a&oauth_token_secret=b" };
    expect(await strict.call(end, { fields, oauth_verifier: "v", state: "mine" })).toMatchObject({
      status: 200,
    });
  });

  it("may be part of the callback at the end too, or missing where the operator does not require it", async () => {
    const whole = { ...fields, callback_uri: `${callback}?state=mine` };
    for (const [app, given] of [
      [strict, whole],
      [usual, fields],
    ] as const) {
      expect(await begin(app, `${callback}?state=mine`)).toMatchObject({ status: 200 });
      app.provider.reply = { type: form, body: "oauth_token=a&oauth_token_secret=b" };
      expect(await app.call(end, { fields: given, oauth_verifier: "v2" })).toMatchObject({ status: 200 });
    }
  });
});
