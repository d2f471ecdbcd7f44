import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { isSame, StartProof } from "./start-proof.js";

const plain = new IncomingMessage(new Socket());
const keyOf = (proof: StartProof) => new URL(proof.linkTo("http://a.example/")).hash.replace("#key=", "");

/** Uses the link, and returns what the browser then sends. */
function open(proof: StartProof): { readonly cookie: string; readonly "x-page-token": string } {
  const browser = proof.exchange(keyOf(proof), plain);
  return {
    cookie: browser?.cookie.replace(/;.*/, "") ?? "",
    "x-page-token": browser?.token ?? "",
  };
}

test("a link has its key in the fragment, beside parameters of the page", () => {
  const proof = new StartProof();
  expect(proof.linkTo("http://a.example/")).toMatch(/^http:\/\/a\.example\/#key=[\w-]{32}$/);
  expect(proof.linkTo("http://a.example/#source=s")).toMatch(/\/#source=s&key=[\w-]{32}$/);
});

test("a link works once, and says when it was used", () => {
  const proof = new StartProof();
  let used = 0;
  proof.whenUsed(() => {
    used += 1;
  });
  const key = keyOf(proof);
  for (const wrong of ["", "guess", `${key}x`, key.slice(1)])
    expect(proof.exchange(wrong, plain)).toBeUndefined();
  expect(used).toBe(0);
  expect(proof.exchange(key, plain)).toBeDefined();
  expect(used).toBe(1);
  expect(keyOf(proof)).not.toBe(key);
  expect(proof.exchange(key, plain)).toBeUndefined();
  expect(used).toBe(1);
});

test("a cookie is for its path, for no script and no other site, and only for TLS where there is TLS", () => {
  const form = (path: string, end: string) =>
    new RegExp(String.raw`^wellhead-[0-9a-f]{12}=[\w-]{32}; Path=${path}; HttpOnly; SameSite=Strict${end}$`);
  const cookieOf = (proof: StartProof, request = plain) => proof.exchange(keyOf(proof), request)?.cookie;
  expect(cookieOf(new StartProof())).toMatch(form("/", ""));
  expect(cookieOf(new StartProof({ path: "/console" }))).toMatch(form("/console", ""));
  const secure = new IncomingMessage(new TLSSocket(new Socket()));
  expect(cookieOf(new StartProof(), secure)).toMatch(form("/", "; Secure"));
});

test("a request is proven by cookie and token of one browser together", () => {
  const proof = new StartProof();
  const [one, two] = [open(proof), open(proof)];
  for (const headers of [
    one,
    two,
    { ...one, cookie: `a=b; ${one.cookie}` },
    { ...one, cookie: `${one.cookie};c=d` },
  ])
    expect([proof.isProven({ headers }), proof.hasCookie({ headers })]).toEqual([true, true]);
  for (const headers of [
    { cookie: one.cookie },
    { ...one, "x-page-token": two["x-page-token"] },
    { ...one, "x-page-token": [one["x-page-token"]] },
  ])
    expect([proof.isProven({ headers }), proof.hasCookie({ headers })]).toEqual([false, true]);
  for (const headers of [
    {},
    { "x-page-token": one["x-page-token"] },
    { ...one, cookie: `${one.cookie}x` },
    { ...one, cookie: `x${one.cookie}` },
    { ...one, cookie: one.cookie.replace(/=.*/, "=") },
    { ...one, cookie: one.cookie.replace(/^.*=/, "wellhead=") },
  ])
    expect([proof.isProven({ headers }), proof.hasCookie({ headers })], JSON.stringify(headers)).toEqual([
      false,
      false,
    ]);
  expect(new StartProof().hasCookie({ headers: one })).toBe(false);
});

test("the latest 32 browsers stay proven", () => {
  const proof = new StartProof();
  const browsers = Array.from({ length: 33 }, () => open(proof));
  expect(browsers.map((headers) => proof.isProven({ headers }))).toEqual([
    false,
    ...Array.from({ length: 32 }, () => true),
  ]);
});

test("programs prove themselves by the token, if there is one", () => {
  const token = "of-programs";
  const isProven = (authorization: string, proof = new StartProof({ token })) =>
    proof.isProven({ headers: { authorization } });
  for (const right of ["Bearer of-programs", "bearer   of-programs  "]) expect(isProven(right)).toBe(true);
  for (const wrong of ["", "of-programs", "Bearer of-program", "Bearer of-programs x", "xBearer of-programs"])
    expect(isProven(wrong), wrong).toBe(false);
  expect(isProven("Bearer undefined", new StartProof())).toBe(false);
  expect(isProven("Bearer of-programs", new StartProof())).toBe(false);
});

test("`isSame()` compares texts of any length", () => {
  expect([isSame("", ""), isSame("a", "a"), isSame("a", "b"), isSame("a", "aa")]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
