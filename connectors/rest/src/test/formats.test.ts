import { afterEach, describe, expect, it } from "vitest";
import type { PagingConfig } from "../config/paging-config.js";
import { type ServedRest, serveRest, type TestSource } from "./serve-rest.js";

let served: ServedRest | undefined;

afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** Serves a source of an API whose responses are texts, and returns a function that reads its rows. */
async function serve(source: TestSource, textOf: (url: URL) => string): Promise<ServedRest["read"]> {
  await served?.close();
  served = await serveRest(source, ({ url }) => ({
    headers: { "content-type": "text/plain" },
    body: textOf(url),
  }));
  return served.read;
}

const numbered: PagingConfig = { kind: "pageNumber" };
const all = [1, 2, 3, 4, 5].map((id) => ({ id: String(id), name: `Name ${id}` }));

describe("a table in pages", () => {
  const page = (url: URL, header = "id;name") => {
    const number = Number(url.searchParams.get("page"));
    const rows = all.slice(number * 2 - 2, number * 2).map(({ id, name }) => `${id};"${name}"`);
    return [header, ...rows, ""].join("\r\n");
  };

  it("has each row once, with the columns of its first page", async () => {
    const read = await serve({ path: "t", format: "csv", paging: numbered }, (url) => page(url));
    expect(await read()).toEqual({ status: 200, body: all });
  });

  it("may end with an empty response", async () => {
    const read = await serve({ path: "t", format: "csv", paging: numbered }, (url) =>
      url.searchParams.get("page") === "4" ? "" : page(url),
    );
    expect(await read()).toEqual({ status: 200, body: all });
  });

  it("is an error when a later page has no line of column names, or other columns", async () => {
    for (const header of ["name;id", "id;name;more"]) {
      const read = await serve({ path: "t", format: "csv", paging: numbered }, (url) =>
        page(url, url.searchParams.get("page") === "1" ? "id;name" : header),
      );
      expect(JSON.stringify(await read())).toMatch(/expected the columns of the first page \(id, name\)/);
    }
  });

  it("is an error when a page is cut short, or the first is empty", async () => {
    let read = await serve({ path: "t", format: "csv", paging: numbered }, (url) => page(url).slice(0, -6));
    expect(JSON.stringify(await read())).toMatch(/quotes of a cell are never closed/);
    read = await serve({ path: "t", format: "csv", paging: numbered }, () => "");
    expect(await read()).toMatchObject({ status: 502, body: { error: /expected a line of column names/ } });
  });

  it("has every cell when names of columns repeat or are missing", async () => {
    const read = await serve({ path: "t", format: "csv" }, () => "id,price,price,,price_2\r\n1,2,3,4,5\r\n");
    const row = { id: "1", price: "2", price_2: "3", column_4: "4", price_2_2: "5" };
    expect(await read()).toEqual({ status: 200, body: [row] });
  });

  it("continues after its last row", async () => {
    const paging: PagingConfig = { kind: "lastItem", value: "id" };
    const read = await serve({ path: "t", format: "csv", paging }, (url) => {
      const after = Number(url.searchParams.get("after") ?? 0);
      const rows = all.slice(after, after + 2).map(({ id, name }) => `${id},${name}\n`);
      return `id,name\n${rows.join("")}`;
    });
    expect(await read()).toEqual({ status: 200, body: all });
  });
});

describe("lines of JSON in pages", () => {
  it("keep the digits of their numbers", async () => {
    const read = await serve({ path: "l", format: "ndjson", paging: { kind: "offset" } }, (url) =>
      url.searchParams.get("offset") === "0" ? '{"n":9007199254740993}\n\n{"n":1}' : "",
    );
    expect(await read()).toEqual({ status: 200, body: [{ n: "9007199254740993" }, { n: 1 }] });
  });

  it("are an error when one of them is not JSON", async () => {
    const read = await serve(
      { path: "l", format: "ndjson", paging: { kind: "offset" } },
      () => '{"n":1}\n{"n"',
    );
    expect(await read()).toMatchObject({ status: 502, body: { error: /expected a JSON value per line/ } });
  });
});

const entry = ({ id, name }: { id: string; name: string }) =>
  `<entry id="${id}"><name><![CDATA[${name}]]></name><tag>a</tag><tag>&lt;b&gt;</tag></entry>`;
const entryRow = ({ id, name }: { id: string; name: string }) => ({ "@id": id, name, tag: ["a", "<b>"] });

describe("XML", () => {
  const source: TestSource = { path: "feed", format: "xml", items: "feed.list.entry" };

  it("is read element by element, whatever stands around them", async () => {
    const text = `<?xml version="1.0"?><!-- <entry/> --><feed xmlns:x="urn:x"><x:entry/><list count="5">${all.map((one) => entry(one)).join("\n")}</list></feed>`;
    const read = await serve(source, () => text);
    expect(await read()).toEqual({ status: 200, body: all.map((one) => entryRow(one)) });
  });

  it("has columns that are named by paths", async () => {
    const fields = { id: { type: "number", path: "@id" }, tag: { type: "text", path: "tag.1" } } as const;
    const read = await serve(
      { ...source, fields },
      () => `<feed><list>${entry({ id: "7", name: "x" })}</list></feed>`,
    );
    expect(await read()).toEqual({ status: 200, body: [{ id: 7, tag: "<b>" }] });
  });

  it("is read in pages, by a cursor of its body", async () => {
    const paging: PagingConfig = {
      kind: "cursorInBody",
      cursor: "feed.@next",
      parameter: "at",
      optional: true,
    };
    const read = await serve({ ...source, paging }, (url) => {
      const at = Number(url.searchParams.get("at") ?? 0);
      const next = at + 2 < all.length ? ` next="${at + 2}"` : "";
      return `<feed${next}><list>${all
        .slice(at, at + 2)
        .map((one) => entry(one))
        .join("")}</list></feed>`;
    });
    expect(await read()).toEqual({ status: 200, body: all.map((one) => entryRow(one)) });
  });

  it("is read in pages from several lists of one name, without losing any", async () => {
    const paging: PagingConfig = { kind: "pageNumber", pages: "feed.pages" };
    const lists = all.map((one) => `<list>${entry(one)}</list>`).join("");
    const read = await serve({ ...source, paging }, () => `<feed><pages>1</pages>${lists}</feed>`);
    expect(await read()).toEqual({ status: 200, body: all.map((one) => entryRow(one)) });
  });

  it("has no rows where its list is empty", async () => {
    const links = '<link rel="self"/><link rel="next"/><author><name>Ada</name></author>';
    for (const list of ["<list/>", `<list>${links}</list>`]) {
      const read = await serve(source, () => `<feed>${list}</feed>`);
      expect(await read()).toEqual({ status: 200, body: [] });
    }
  });

  it.each([
    [
      "<feed><list><entri/></list></feed>",
      /expected elements at \W+feed\.list\.entry\W.*Did you mean \W+entri\W/,
    ],
    ["<feed><list><row><a/></row><row><a/></row></list></feed>", /got none in.*Did you mean \W+row\W/],
    ["<feed><lst><entry/></lst></feed>", /expected elements at/],
    ["<html><body>Sign in</body></html>", /in the element \W+html\W/],
    ["<feed><list><entry>", /expected XML/],
    ["<feed><list><entry></feed>", /expected XML/],
    ["", /expected XML/],
    ['{"feed":[]}', /expected XML/],
    ['<!DOCTYPE f [<!ENTITY a "b">]><feed><list><entry>&a;</entry></list></feed>', /expected XML/],
    [`<feed><list>${"<a>".repeat(300)}`, /more than 256 levels/],
  ])("is an error, never a short list: %j", async (text, fault) => {
    const read = await serve(source, () => text);
    expect(JSON.stringify(await read())).toMatch(fault);
    const paged = await serve({ ...source, paging: numbered }, () => text);
    expect(JSON.stringify(await paged())).toMatch(fault);
  });

  it("is read as it arrives, in memory that does not grow", async () => {
    // 40 MB, more than a page may have.
    const text = `<feed><list>${entry({ id: "1", name: "x".repeat(1000) }).repeat(40_000)}</list></feed>`;
    const read = await serve({ ...source, fields: { id: { type: "id", path: "@id" } } }, () => text);
    expect((await read()).body).toHaveLength(40_000);
  });
});
