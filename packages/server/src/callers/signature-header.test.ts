import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { addressKey } from "./caller.js";
import { readSignature } from "./signature-header.js";

const nonce = "0123456789abcdef";

/** Reads a signature with these parameters after the list of what is signed. */
function read(parameters: string): unknown {
  const headers = {
    "signature-input": `sig=("@method" "@path")${parameters}`,
    signature: `sig=:${"A".repeat(43)}=:`,
  };
  // Only the headers are read.
  return readSignature({ headers, rawHeaders: [] } as unknown as IncomingMessage);
}

test.each([
  [`;created="soon";keyid="k";nonce="${nonce}"`, "expected the parameter created in seconds since 1970"],
  [`;keyid="k";nonce="${nonce}"`, "expected the parameter created in seconds since 1970"],
  [
    `;created=1;expires="x";keyid="k";nonce="${nonce}"`,
    "expected the parameter created in seconds since 1970",
  ],
  [`;created=1;created=2;keyid="k";nonce="${nonce}"`, "expected the parameter created once"],
  [`;created=1;nonce="${nonce}"`, "expected the parameter keyid"],
  [
    `;created=1;keyid="k";nonce="${nonce.slice(1)}"`,
    "expected the parameter nonce with 16 characters or more",
  ],
  [`;created=1;keyid="k";nonce="${nonce}";alg="none"`, 'expected alg="hmac-sha256"'],
])("a signature with %j is refused with its reason", (parameters, reason) => {
  expect(read(parameters)).toBe(reason);
});

const signed = `sig=("@method");created=1;keyid="k";nonce="${nonce}"`;
const bytes = `${"A".repeat(43)}=`;

test.each([
  ["no form at all", `sig=:${bytes}:`, "expected Signature-Input in the form of docs/security.md"],
  [`${signed};`, `sig=:${bytes}:`, "expected Signature-Input in the form of docs/security.md"],
])("the headers %j and %j are refused with the reason", (input, signature, reason) => {
  // Only the headers are read.
  const request = { headers: { "signature-input": input, signature } } as unknown as IncomingMessage;
  expect(readSignature(request)).toBe(reason);
});

test.each([
  `sig=:${bytes}:x`,
  `sig=:${bytes}:, b=:${bytes}:`,
  `x=:${bytes}:`,
  `xsig=:${bytes}:`,
  `sig=:${bytes}`,
])("the signature %j is refused", (signature) => {
  // Only the headers are read.
  const request = { headers: { "signature-input": signed, signature } } as unknown as IncomingMessage;
  expect(readSignature(request)).toBe(
    "expected Signature with the label of Signature-Input and 32 bytes in base64",
  );
});

test("a signature covers only parts that reach the service unchanged, each once", () => {
  for (const components of ['"@status"', '"@method" "@method"']) {
    const headers = {
      "signature-input": `sig=(${components});created=1;keyid="k";nonce="${nonce}"`,
      signature: `sig=:${"A".repeat(43)}=:`,
    };
    // Only the headers are read.
    expect(readSignature({ headers } as unknown as IncomingMessage)).toBe(
      "expected each of the components @method, @path, @query, @authority, content-digest, content-type at most once",
    );
  }
});

test.each(["1x", "x1", ""])("a signature with the time %j is refused", (time) => {
  for (const times of [`created="${time}"`, `created=1;expires="${time}"`])
    expect(read(`;${times};keyid="k";nonce="${nonce}"`)).toBe(
      "expected the parameter created in seconds since 1970",
    );
});

test("a signature may expire, and may name its algorithm", () => {
  const known = { keyId: "k", nonce, created: 1 };
  expect(read(`;created=1;keyid="k";nonce="${nonce}"`)).toMatchObject({ ...known, expires: undefined });
  expect(read(`;created=1;expires=2;keyid="k";nonce="${nonce}";alg="hmac-sha256"`)).toMatchObject({
    ...known,
    expires: 2,
  });
});

test("`addressKey()` is the network of an address of IPv6, and any other text itself", () => {
  expect(
    ["10.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8::1", "::1", "not:an:address", undefined].map((text) =>
      addressKey(text),
    ),
  ).toEqual([
    "10.0.0.1",
    addressKey("2001:db8:1:2::"),
    addressKey("2001:db8::"),
    addressKey("::"),
    "not:an:address",
    "unknown",
  ]);
});
