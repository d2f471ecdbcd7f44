import { expect, test } from "vitest";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { maskExchange } from "../workbench/exchanges/mask-secrets.js";
import { copyFormats, copyRequest } from "./copy-request.js";
import { harOf } from "./har.js";

/** Secrets of every kind that a form may ask for, all of them invented. */
const secretTexts: readonly string[] = [
  "hunter2hunter2",
  "correct horse battery staple",
  "Pa$$w0rd!Pa$$w0rd",
  'quote"inside"quotes',
  "back\\slash\\es",
  "sla/sh/es/and/more",
  "plus+plus+plus",
  "percent%20encoded%",
  "amp&ersand&s=1",
  "<tag>&'apos'\"",
  "naïve-Zürich-pässword",
  "пароль-секретный",
  "密码密码密码密码",
  "emoji-🔑-🗝️-key",
  "tab\tand\nline\r\nfeeds",
  "~!@#$^*()_-=[]{}|;:,.?",
  "  leading and trailing  ",
  "918273645546372819",
  "0x9f8e7d6c5b4a3928",
  "c2VjcmV0LXRoYXQtbG9va3MtZW5jb2RlZA==",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
  "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
  "AKIAIOSFODNN7EXAMPLE",
  "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "sk_test_4eC39HqLyjWDarjtT1zdp7dc",
  "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
  "-----BEGIN KEY-----\nMIIBVgIBADANBg\n-----END KEY-----",
  "Bearer abc.def-ghi_jkl",
  "user:pass:word",
  "a".repeat(300),
  "short7!",
  "$(command) `tick`",
  "%s%n%x%d-format",
  "' OR '1'='1' --",
  "null-undefined-NaN",
  "__proto__constructor",
  "\u202Ebidi\u200Bzero-width",
  "é-combining-e\u0301",
  "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}family",
];

const utf8 = (text: string): Buffer => Buffer.from(text);
const hexOf = (text: string): readonly string[] => utf8(text).toString("hex").match(/../g) ?? [];

/** The ways in which programs write a text, written with Node's own functions. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text).slice(1, -1),
  "json in ascii": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "json with escaped slashes": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "json in json": (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  uri: encodeURIComponent,
  "uri in lower case": (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase()),
  form: (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "uri twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "every byte of a uri": (text) =>
    hexOf(text)
      .map((pair) => `%${pair.toUpperCase()}`)
      .join(""),
  "every byte of a uri in lower case": (text) =>
    hexOf(text)
      .map((pair) => `%${pair}`)
      .join(""),
  base64: (text) => utf8(text).toString("base64"),
  "base64 for addresses": (text) => utf8(text).toString("base64url"),
  basic: (text) => utf8(`user:${text}`).toString("base64"),
  "basic, other place": (text) => utf8(`admin:${text}:x`).toString("base64"),
  hexadecimal: (text) => utf8(text).toString("hex"),
  "hexadecimal in upper case": (text) => utf8(text).toString("hex").toUpperCase(),
  html: (text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
};

test("no exit shows one of 40 secrets in one of 18 encodings", () => {
  const shown: string[] = [];
  expect([secretTexts.length, Object.keys(encodings).length]).toEqual([40, 18]);
  for (const secret of secretTexts)
    for (const [name, encode] of Object.entries(encodings)) {
      const written = encode(secret);
      // What base64 shares with the text around it is no part of the secret.
      const own = name.startsWith("basic") ? written.slice(8, Math.max(-8, 12 - written.length)) : written;
      const masked = maskExchange(exchangeWith(written), new Set([secret]));
      const exits = [
        ...Object.values(masked).map((value) => JSON.stringify(value) ?? ""),
        masked.path,
        masked.requestBody,
        masked.responseBody,
        masked.note,
        ...copyFormats.map((format) => copyRequest(format, masked, "http://localhost") ?? ""),
        harOf([masked], "http://localhost"),
      ];
      if (exits.some((exit) => exit.includes(own) || exit.includes(JSON.stringify(own).slice(1, -1))))
        shown.push(`${name}: ${secret}`);
    }
  expect(shown).toEqual([]);
});

/** A request that has a text in each of its members, as a value. */
function exchangeWith(text: string): Exchange {
  const json = `{"source":"rows","filter":{"q":${JSON.stringify(text)}},"raw":"x"}`;
  return {
    id: 1,
    base: "/moons/",
    at: 0,
    method: "POST",
    path: `/?q=${text}`,
    requestHeaders: [["authorization", `Basic ${text}`]],
    requestBody: json,
    status: 500,
    responseHeaders: [["x-echo", text]],
    responseBody: json,
    size: 1,
    firstByte: 1,
    elapsed: 1,
    ending: "whole",
    note: `It answered ${text}`,
  };
}
