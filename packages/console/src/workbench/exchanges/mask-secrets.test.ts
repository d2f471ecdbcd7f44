import { expect, test } from "vitest";
import { concealSecrets, mask, maskSecrets } from "./mask-secrets.js";
import { isSecretName, knownSecrets, rememberSecretMembers } from "./secrets.js";

test("`maskSecrets()` masks a secret in plain text, in JSON and in an address", () => {
  const secret = 'p"a ss/ö';
  const text = `${secret} ${JSON.stringify({ secret })} ?p=${encodeURIComponent(secret)}`;
  expect(maskSecrets(text, [secret])).toBe(`${mask} {"secret":"${mask}"} ?p=${mask}`);
});

test("`maskSecrets()` masks the longer of two secrets first", () => {
  expect(maskSecrets("abcdef abc", ["abc", "abcdef"])).toBe(`${mask} ${mask}`);
});

test("`rememberSecretMembers()` finds secrets at any depth and leaves expiry alone", () => {
  rememberSecretMembers({
    fields: [{ refresh_token: "rotating" }],
    token_expiration: "2026-01-01",
    name: "Ada",
  });
  expect([...knownSecrets()]).toEqual(["rotating"]);
  expect(isSecretName("expires_on")).toBe(false);
});

test("`concealSecrets()` names each secret, and puts it back into what was edited around it", () => {
  const body = JSON.stringify({ a: 'p"1$&', b: "other", c: 'p"1$&' });
  const { text, reveal } = concealSecrets(body, ['p"1$&', "other", "unused"]);
  expect(text).not.toMatch(/other|p\\"1/);
  expect(reveal(text)).toBe(body);
  expect(reveal(text.replace('"b":', '"new":'))).toBe(body.replace('"b":', '"new":'));
});
