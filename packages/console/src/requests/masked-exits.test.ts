import { expect, test } from "vitest";
import { encodedSecret, encodings, secretTexts } from "../../test/secret-texts.js";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { maskExchange } from "../workbench/exchanges/mask-secrets.js";
import { copyFormats, copyRequest } from "./copy-request.js";
import { harOf } from "./har.js";

test("no exit shows one of 40 secrets in one of 18 encodings", () => {
  const shown: string[] = [];
  expect([secretTexts.length, Object.keys(encodings).length]).toEqual([40, 18]);
  for (const secret of secretTexts)
    for (const [name, encode] of Object.entries(encodings)) {
      const written = encode(secret);
      const own = encodedSecret(name, secret);
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
