import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineConnector } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";
import { sanitizeSvg } from "./sanitize-svg.js";

const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" ${attributes}>${inner}</svg>`;

describe("sanitizeSvg()", () => {
  test("keeps a picture as it is", () => {
    const picture =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<style>.b{fill:url(#a)}</style><path class="b" d="M0 0h9" fill="url(#a)"></path><text>1 &lt; 2</text>';
    expect(sanitizeSvg(svg(picture))).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${picture}</svg>`,
    );
    expect(
      sanitizeSvg(svg('<a href="https://x.example"><rect width="1"/></a><use xlink:href="#a"/>')),
    ).toContain('<rect width="1"></rect><use href="#a"></use>');
  });

  test.each([
    "<script>alert(1)</script>",
    "<SCRIPT>alert(1)</SCRIPT>",
    '<script href="https://x.example/a.js"/>',
    '<g onload="alert(1)"/>',
    '<g ONCLICK="alert(1)"/>',
    '<a xlink:href="javascript:alert(1)"><text>x</text></a>',
    '<use href="https://x.example/a.svg#b"/>',
    '<use xlink:href="data:image/svg+xml;base64,AAAA#b"/>',
    '<image href="https://x.example/a.png"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    "<style>@import url(https://x.example/a.css)</style>",
    "<style>a{background:u\\72l(https://x.example)}</style>",
    "<style><![CDATA[a{fill:url(https://x.example)}]]></style>",
    '<rect style="fill:url(https://x.example)"/>',
    '<rect fill="url(https://x.example#a)"/>',
    '<rect filter="url(//x.example)"/>',
    '<feImage href="https://x.example"/>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<?xml-stylesheet href="https://x.example"?>',
    "<iframe src='https://x.example'/>",
    '<handler type="text/javascript">alert(1)</handler>',
  ])("leaves out %s", (inner) => {
    expect(sanitizeSvg(svg(inner))).not.toMatch(/alert|x\.example|script|data:|on\w+=|foreignObject|import/i);
  });

  test.each([
    ["no XML", "hello"],
    ["HTML", "<html><script>alert(1)</script></html>"],
    ["an unclosed element", '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'],
    [
      "an entity of its own",
      '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
    ],
    ["a file of a mebibyte and more", svg("x".repeat(1_100_000))],
  ])("refuses %s", (_name, text) => {
    expect(() => sanitizeSvg(text)).toThrow("Could not read the logo:");
  });
});

test("GET /logo serves the copy with the headers that keep it harmless, or leads elsewhere", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "logo-")), "logo.svg");
  await writeFile(file, `\n${svg('<rect onclick="x()"/>')}`);
  const withLogo = (logo: URL) =>
    defineConnector({
      id: "l",
      name: "L",
      version: "1",
      description: "L",
      logo,
      sources: (source) => ({ a: source({ name: "A", rows: () => [] }) }),
    });
  const started = await startApp([withLogo(pathToFileURL(file))]);
  const response = await fetch(`${started.url}/logo`);
  expect(await response.text()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect></rect></svg>',
  );
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/svg+xml",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "public, max-age=3600",
  });
  const again = await fetch(`${started.url}/logo`, {
    headers: { "if-none-match": response.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  await started.app.close();
  const elsewhere = await startApp([withLogo(new URL("https://cdn.example/logo.svg"))]);
  const led = await fetch(`${elsewhere.url}/logo`, { redirect: "manual" });
  expect([led.status, led.headers.get("location")]).toStrictEqual([302, "https://cdn.example/logo.svg"]);
  await elsewhere.app.close();
  const missing = await startApp([withLogo(pathToFileURL("/no/such/logo.svg"))]);
  expect(await (await fetch(`${missing.url}/logo`)).json()).toMatchObject({ code: "internal" });
  await missing.app.close();
});
