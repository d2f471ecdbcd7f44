import { readFileSync } from "node:fs";
import { join } from "node:path";
import { declares, fault, filterOf, serious, wrap } from "./fault.mjs";

const rows = ["data", "filters", "datalist", "dates", "streaming", "formats", "http"];
const accounts = ["validate", "data", "oauth2", "security"];

const cell = (value) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const csvOf = (list, write = cell) => {
  const names = Object.keys(list[0] ?? { id: "" });
  return [names.join(","), ...list.map((row) => names.map((name) => write(row[name])).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");
};
const sendText = (response, text) =>
  response.writeHead(200, { "content-type": "text/csv; charset=utf-8" }).end(text);
/** Rows come without their length, and the connection ends after them. */
const endWith = (response, text) =>
  response.socket.end(`HTTP/1.0 200 OK\r\nContent-Type: text/csv; charset=utf-8\r\n\r\n${text}`);

/** Faults that show in nothing but the data, in how it is framed, or in a second caller. */
export const faults = [
  fault("csv-ends-with-connection", "CSV without a length ends with the connection", rows, (parts) => {
    parts.sendRows = (response, list) => endWith(response, csvOf(list));
  }),
  serious("csv-quotes-undoubled", "Quotes inside of cells of CSV are not doubled", rows, (parts) => {
    parts.sendRows = (response, list) =>
      sendText(
        response,
        csvOf(list, (value) => `"${value === null ? "" : String(value).replace(/^(\w+) /, '$1 "x" ')}"`),
      );
  }),
  serious("mark-before-json", "A byte order mark precedes the JSON of rows", rows, (parts) => {
    parts.sendRows = (response, list) =>
      response
        .writeHead(200, { "content-type": "application/json; charset=utf-8" })
        .end(`\uFEFF${JSON.stringify(list)}`);
  }),
  serious("text-cut-in-character", "Text is cut in the middle of a character", rows, (parts) => {
    wrap(
      parts,
      "page",
      (before) => (list, body) =>
        before(list, body).map((row, index) =>
          index === 2 && typeof row.title === "string"
            ? { ...row, title: `${row.title.slice(0, 4)}\uFFFD` }
            : row,
        ),
    );
  }),
  serious("id-of-other-row", "Two different rows have the same id", rows, (parts) => {
    wrap(parts, "page", (before) => (list, body) => {
      const found = before(list, body);
      return found.length > 6 ? found.with(4, { ...found[4], id: found[1].id }) : found;
    });
  }),
  serious("number-as-text-once", "One number among others is a text", rows, (parts) => {
    wrap(parts, "page", (before) => (list, body) => {
      const found = before(list, body);
      return found.length > 3 ? found.with(3, { ...found[3], hours: String(found[3].hours) }) : found;
    });
  }),
  serious(
    "account-shortened",
    "POST /validate shortens the secret to sixteen characters",
    accounts,
    (parts) => {
      wrap(parts, "validate", (before) => async (body, request) => {
        const account = await before(body, request);
        return typeof account.token === "string"
          ? { ...account, token: account.token.slice(0, 12) }
          : account;
      });
    },
  ),
  serious("account-blanked", "POST /validate returns the secret as stars", accounts, (parts) => {
    wrap(parts, "validate", (before) => async (body, request) => {
      const account = await before(body, request);
      return typeof account.token === "string" ? { ...account, token: "********" } : account;
    });
  }),
  serious(
    "rows-of-last-validated",
    "Rows are read with the account that was validated last",
    accounts,
    (parts) => {
      let last;
      wrap(parts, "validate", (before) => async (body, request) => {
        last = { ...body.fields, auth: body.id };
        return before(body, request);
      });
      wrap(
        parts,
        "data",
        (before) => (body, request) => before({ ...body, account: last ?? body.account }, request),
      );
    },
  ),
  serious(
    "dies-when-caller-leaves",
    "The process ends when a caller leaves before the end",
    ["security", "streaming"],
    (parts) => {
      wrap(parts, "sendRows", () => (response, list) => {
        response.on("close", () => {
          if (!response.writableFinished) process.exit(1);
        });
        response.writeHead(200, { "content-type": "application/json" });
        response.write("[");
        const text = JSON.stringify(list).slice(1);
        setTimeout(() => response.end(text), 30);
      });
    },
  ),
  serious(
    "hangs-for-inherited-name",
    "A source with the name of a built-in member never ends",
    ["data", "security", "errors"],
    (parts) => {
      wrap(
        parts,
        "data",
        (before) => (body, request) =>
          body.source in {} ? new Promise(() => undefined) : before(body, request),
      );
    },
  ),
  serious(
    "path-of-fifth-field",
    "A value of the fifth text field is a path of the server",
    ["security"],
    (parts) => {
      declares(parts, (application) => {
        const { filter } = application.sources[0];
        for (const id of ["first", "second", "third", "fourth", "folder"])
          filter.push({
            ...filterOf(application, "title"),
            id,
            title: id,
            datalist: undefined,
            data: undefined,
            optional: true,
          });
      });
      wrap(parts, "data", (before) => async (body, request) => {
        const path = body.filter?.folder;
        if (typeof path === "string" && path.includes("/")) {
          try {
            return [{ id: "1", title: readFileSync(join("/srv/orders", path), "utf8") }];
          } catch {
            return [];
          }
        }
        return before(body, request);
      });
    },
  ),
];
