import { Buffer } from "node:buffer";
import { createHash, createHmac, pbkdf2Sync } from "node:crypto";
import { expect, it } from "vitest";
import { isScramAnswer, proveScram, type ScramStart, startScram } from "./scram.js";

const password = "pencil";
const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");

function begun(offered: readonly string[] = ["SCRAM-SHA-256"], certificateHash?: Buffer): ScramStart {
  const start = startScram({ offered, certificateHash });
  if (start === undefined) throw new TypeError("expected a mechanism that is spoken");
  return start;
}

/** The correct server side, implemented independently from RFC 5802. */
function serverSide(
  conversation: string,
  proof: string,
): { readonly accepts: boolean; readonly answer: string } {
  const salted = pbkdf2Sync(password, salt, 4096, 32, "sha256");
  const key = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(key("Client Key")).digest();
  const signature = createHmac("sha256", stored).update(conversation).digest();
  const claimed = Buffer.from(proof, "base64").map((byte, index) => byte ^ (signature[index] ?? 0));
  const answer = createHmac("sha256", key("Server Key")).update(conversation).digest("base64");
  return { accepts: createHash("sha256").update(claimed).digest().equals(stored), answer: `v=${answer}` };
}

it("`proveScram()` convinces a server that knows the password, and only such a server convinces it", async () => {
  const start = begun();
  const challenge = `r=${start.nonce}3rfcNHYJY1ZVvWVs7j,s=${salt.toString("base64")},i=4096`;
  const proof = await proveScram(start, challenge, password);
  const [withoutProof = "", sent = ""] = proof.message.split(",p=");
  const { accepts, answer } = serverSide(`${start.message.slice(3)},${challenge},${withoutProof}`, sent);
  expect(accepts).toBe(true);
  expect(isScramAnswer(proof, answer)).toBe(true);
  expect(isScramAnswer(proof, "v=AAAA")).toBe(false);
  expect(isScramAnswer(proof, "e=other-error")).toBe(false);
});

it.each([
  ["a foreign nonce", (nonce: string) => `r=x${nonce},s=AAAA,i=4096`],
  ["our own nonce alone", (nonce: string) => `r=${nonce},s=AAAA,i=4096`],
  ["no rounds", (nonce: string) => `r=${nonce}x,s=AAAA,i=0`],
  ["rounds to keep us busy", (nonce: string) => `r=${nonce}x,s=AAAA,i=2000000000`],
])("`proveScram()` refuses %s", async (_, challenge) => {
  const start = begun();
  await expect(proveScram(start, challenge(start.nonce), password)).rejects.toThrow(RangeError);
});

it.each([
  [
    "binds to the certificate where the server offers it",
    ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"],
    true,
    "p=tls-server-end-point,,",
    "SCRAM-SHA-256-PLUS",
  ],
  ["tells the server that it could have", ["SCRAM-SHA-256"], true, "y,,", "SCRAM-SHA-256"],
  [
    "binds to nothing without encryption",
    ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"],
    false,
    "n,,",
    "SCRAM-SHA-256",
  ],
])("`startScram()` %s", (_, offered, isEncrypted, header, mechanism) => {
  const start = begun(offered, isEncrypted ? Buffer.from("hash") : undefined);
  expect(start).toMatchObject({ mechanism, message: `${header}n=*,r=${start.nonce}` });
  expect(start.binding.toString()).toBe(header.startsWith("p=") ? `${header}hash` : header);
});

it("`startScram()` finds nothing among other mechanisms", () => {
  expect(startScram({ offered: ["OAUTHBEARER"], certificateHash: undefined })).toBeUndefined();
});
