import { expect, test } from "vitest";
import { errorText, withoutSecrets } from "./error-text.js";
import { beginExchange, exchanges, updateExchange } from "./exchange.js";
import { concealSecrets, mask, maskExchange, maskSecrets } from "./mask-secrets.js";
import {
  isSecretName,
  knownSecrets,
  rememberAccount,
  rememberExchange,
  rememberFields,
  rememberSecret,
} from "./secrets.js";

/** Returns the secrets that are registered by some work. */
function registeredBy(work: () => void): readonly string[] {
  const before = new Set(knownSecrets());
  work();
  return [...knownSecrets()].filter((secret) => !before.has(secret));
}

test("`rememberSecret()` registers texts and numbers of at least three characters", () => {
  const values = ["abc", "ab", "", 123, 12, true, null, undefined, ["list"], { a: "b" }];
  expect(registeredBy(() => values.forEach(rememberSecret))).toEqual(["abc", "123"]);
});

test("`isSecretName()` knows names that suggest a secret, and the public ones among them", () => {
  const secret = [
    "access_token",
    "clientSecret",
    "PASSWORD",
    "passphrase",
    "api_key",
    "apikey",
    "credentials",
  ];
  expect([...secret, "authorization", "code_verifier"].filter((name) => !isSecretName(name))).toEqual([]);
  const open = ["token_expiration", "token_type", "expires_on", "Token_Type", "name", "key", "code", "id"];
  expect(open.filter(isSecretName)).toEqual([]);
  expect(["xtoken_type", "token_typed"].map(isSecretName)).toEqual([true, true]);
});

test("`rememberAccount()` registers all but public members, whatever they are called", () => {
  const open = {
    name: "open-1",
    auth: "open-2",
    identifier: "open-3",
    callback_uri: "open-4",
    scope: "open-5",
    expiresin: "open-6",
    expires_in: "open-7",
    expireson: "open-8",
    expires_on: "open-9",
    expire_on: "open-10",
    expireon: "open-11",
    token_expiration: "open-12",
    token_type: "open-13",
    Name: "open-14",
    site: "open-15",
  };
  const hidden = {
    names: "hid-1",
    my_name: "hid-2",
    scopes: "hid-3",
    token_types: "hid-4",
    pin: 4711,
    deep: [{ token: "hid-5" }],
  };
  expect(registeredBy(() => rememberAccount({ ...open, ...hidden }, ["site"]))).toEqual([
    "hid-1",
    "hid-2",
    "hid-3",
    "hid-4",
    "4711",
    "hid-5",
  ]);
});

test("`rememberFields()` registers what the form declares to be a password, and nothing else", () => {
  const fields = [
    { id: "a", type: "password" },
    { id: "b", type: "text" },
    { id: "c", type: "password" },
  ];
  expect(registeredBy(() => rememberFields(fields, { a: "field-a", b: "field-b", d: "field-d" }))).toEqual([
    "field-a",
  ]);
});

test.each([
  ["/validate", true],
  ["/validate/", true],
  ["/validate?a=b", true],
  ["/oauth1", true],
  ["/oauth2", true],
  ["/oauth2/v1/access_token", true],
  ["/oauth2?x", true],
  ["/", false],
  ["/oauth3", false],
  ["/oauth", false],
  ["/validated", false],
  ["/x/validate", false],
  ["/datalist", false],
])("`rememberExchange()` looks into the bodies of %s: %s", (path, looks) => {
  const secret = `in-the-body-of-${path}`;
  const body = JSON.stringify({ fields: [{ access_token: secret }] });
  expect(registeredBy(() => rememberExchange(path, body))).toEqual(looks ? [secret] : []);
});

test("`concealSecrets()` numbers the secrets in the order in which they are found", () => {
  const { text, reveal } = concealSecrets('{"a":"first-one","b":"second-1","c":"first-one"}', [
    "first-one",
    "second-1",
  ]);
  expect(text).toBe('{"a":"‹secret 1›","b":"‹secret 2›","c":"‹secret 1›"}');
  expect(reveal(text)).toBe('{"a":"first-one","b":"second-1","c":"first-one"}');
});

test("`maskSecrets()` changes nothing that is no secret", () => {
  const texts = ["", "plain text", '{"a":"b\\n","c":[1,null]}', '["x"', '"cut \\', "/?a=b&c=d", "{not json"];
  expect(texts.map((text) => maskSecrets(text, ["hunter2-hunter2"]))).toEqual(texts);
  expect(texts.map((text) => maskSecrets(text, []))).toEqual(texts);
});

test("`maskSecrets()` masks a secret that is cut at the end, from its sixth character on", () => {
  expect(maskSecrets("it is hunter", ["hunter2-hunter2"])).toBe(`it is ${mask}`);
  expect(maskSecrets("it is hunte", ["hunter2-hunter2"])).toBe("it is hunte");
  expect(maskSecrets('{"a":"x\\', ["x\\y"])).toBe('{"a":"x\\');
});

test("`maskExchange()` masks every part, and keeps what is no text", () => {
  const secret = "hunter2-hunter2";
  const id = beginExchange({
    base: "/a/",
    method: "POST",
    path: `/?q=${secret}`,
    requestHeaders: [["x-a", secret]],
    requestBody: `{"a":"${secret}"}`,
  });
  updateExchange(id, { status: 500, responseHeaders: [["x-b", secret]], responseBody: secret, note: secret });
  const [latest] = exchanges.value;
  expect(latest).toMatchObject({ id, status: 500, ending: "open", size: 0, base: "/a/", note: secret });
  expect(latest && maskExchange(latest, new Set([secret]))).toEqual({
    ...latest,
    path: `/?q=${mask}`,
    requestHeaders: [["x-a", mask]],
    requestBody: `{"a":"${mask}"}`,
    responseHeaders: [["x-b", mask]],
    responseBody: mask,
    note: mask,
  });
});

test("`updateExchange()` changes one exchange, and the latest two hundred are kept", () => {
  const start = { base: "/a/", method: "GET", path: "/", requestHeaders: [], requestBody: "" } as const;
  const ids = Array.from({ length: 205 }, () => beginExchange(start));
  updateExchange(ids[204] ?? 0, { size: 7 });
  expect(exchanges.value.map(({ id }) => id)).toEqual(ids.slice(5).toReversed());
  expect(exchanges.value.map(({ size }) => size)).toEqual([7, ...Array.from({ length: 199 }, () => 0)]);
});

test("sentences of errors are shown without secrets", () => {
  rememberSecret("told-in-an-error");
  expect(errorText(new Error("It was told-in-an-error."), "no")).toBe(`It was ${mask}.`);
  expect(errorText("text", "Could not read told-in-an-error.")).toBe(`Could not read ${mask}.`);
  // The last letter also holds bits of what follows.
  expect(withoutSecrets("dG9sZC1pbi1hbi1lcnJvcg==")).toBe(`${mask}g==`);
});
