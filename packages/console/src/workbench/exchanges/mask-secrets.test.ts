import { expect, test } from "vitest";
import { concealSecrets, mask, maskSecrets } from "./mask-secrets.js";
import {
  isSecretName,
  knownSecrets,
  rememberAccount,
  rememberExchange,
  rememberFields,
  rememberSecretMembers,
} from "./secrets.js";

test("`maskSecrets()` masks a secret in plain text, in JSON and in an address", () => {
  const secret = 'p"a ss/ö';
  const text = `${secret} ${JSON.stringify({ secret })} ?p=${encodeURIComponent(secret)}`;
  expect(maskSecrets(text, [secret])).toBe(`${mask} {"secret":"${mask}"} ?p=${mask}`);
});

test("`maskSecrets()` masks the longer of two secrets first", () => {
  expect(maskSecrets("abcdef abc", ["abc", "abcdef"])).toBe(`${mask} ${mask}`);
});

test("names stay: a secret that equals the name of a member or an argument is masked as a value only", () => {
  const secrets = ["code", "token", "status"];
  const body = '{"code": "internal", "token" : "token", "rows":[{"code":"A1","status":200}]}';
  expect(maskSecrets(body, secrets)).toBe(body.replace('"token",', `"${mask}",`));
  expect(maskSecrets("/x?code=1&token=token&a=b", secrets)).toBe(`/x?code=1&token=${mask}&a=b`);
  expect(maskSecrets('{"code":"co', secrets)).toBe('{"code":"co');
});

test("a secret with needless escapes, as a number, and cut at the end of a body is masked", () => {
  expect(maskSecrets(String.raw`{"a":"\u0068unter2-hunter2"}`, ["hunter2-hunter2"])).toBe(`{"a":"${mask}"}`);
  expect(maskSecrets('{"pin":918273,"other":1}', ["918273"])).toBe(`{"pin":${mask},"other":1}`);
  expect(maskSecrets('[{"a":"hunter2-hun', ["hunter2-hunter2"])).toBe(`[{"a":"${mask}`);
});

test("secrets of an account are what its form declares, and what the connector added", () => {
  const before = new Set(knownSecrets());
  rememberFields(
    [
      { id: "pin", type: "password" },
      { id: "user", type: "text" },
    ],
    { pin: "typed-pin", user: "ada-lovelace" },
  );
  rememberAccount(
    {
      user: "ada-lovelace",
      pin: "kept-pin",
      session: "added",
      name: "Ada",
      expires_on: "2026-01-01",
      pair: { access_token: "inner" },
    },
    ["user"],
  );
  rememberExchange("/", '[{"token":"a row","code":"A1","key":"k-1"}]');
  rememberExchange("/validate", '{"code":"internal","status":500,"error":"no"}');
  rememberExchange("/validate", '{"jwt":"not-yet-an-account","access_token":"answered"}');
  rememberSecretMembers({ fields: [{ refresh_token: "rotating" }], token_expiration: "2026-01-01" });
  expect([...knownSecrets()].filter((secret) => !before.has(secret)).toSorted()).toEqual(
    ["added", "answered", "inner", "kept-pin", "rotating", "typed-pin"].toSorted(),
  );
  expect(isSecretName("expires_on")).toBe(false);
});

test("`concealSecrets()` names each secret, and puts it back into what was edited around it", () => {
  const body = JSON.stringify({ a: 'p"1$&', b: "other", c: 'p"1$&' });
  const { text, reveal } = concealSecrets(body, ['p"1$&', "other", "unused"]);
  expect(text).not.toMatch(/other|p\\"1/);
  expect(reveal(text)).toBe(body);
  expect(reveal(text.replace('"b":', '"new":'))).toBe(body.replace('"b":', '"new":'));
});
