import { expect, test } from "vitest";
import { maskSecrets } from "./mask-secrets.js";

const secret = 'top "secret"/+=é';

test.each([
  ["as it is", secret],
  ["inside JSON", JSON.stringify({ a: secret })],
  ["in an address", encodeURIComponent(secret)],
  ["in a form", new URLSearchParams({ a: secret }).toString()],
  ["in base64", Buffer.from(secret).toString("base64")],
  ["in base64url", Buffer.from(secret).toString("base64url")],
  ["in hexadecimal", Buffer.from(secret).toString("hex")],
])("maskSecrets() hides a secret %s", (_form, text) => {
  const masked = maskSecrets([secret])(`before ${text} after`);
  expect(masked).toMatch(/^before .*••••.* after$/);
  expect(masked).not.toContain(text);
});

test("maskSecrets() hides the longer of two secrets whole, and leaves what is too short", () => {
  expect(maskSecrets(["abcd", "abcdefgh", "xyz"])("abcdefgh xyz")).toBe("•••• xyz");
});
