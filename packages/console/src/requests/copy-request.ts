import { parseExactJson, writeExactJson } from "@wellhead/client";
import { isRecord, parseJson, textOf } from "../text/record.js";
import type { Exchange } from "../workbench/exchanges/exchange.js";
import { curlCommand, quoteWord } from "./curl-command.js";

/** Forms in which a request can be copied. */
export const copyFormats = ["curl", "fetch", "Python", "wellhead pull", "wellhead sql"] as const;

/** One of {@link copyFormats}. */
export type CopyFormat = (typeof copyFormats)[number];

/**
 * Writes a request as a program or a command.
 *
 * @param format - The form
 * @param exchange - The request, with secrets already masked if they are to be
 * @param origin - Origin of this page, which paths belong to
 * @returns The text; `undefined` when the form cannot express the request, as `wellhead pull` can only request rows
 */
export function copyRequest(format: CopyFormat, exchange: Exchange, origin: string): string | undefined {
  const { base, path } = exchange;
  const connector = new URL(base, origin).href;
  const address = `${connector.replace(/\/+$/, "")}${path}`;
  switch (format) {
    case "curl":
      return curlCommand(exchange, address);
    case "fetch":
      return fetchCall(exchange, address);
    case "Python":
      return pythonProgram(exchange, address);
    case "wellhead pull":
      return pullCommand(exchange, connector);
    default:
      return sqlCommand(exchange, connector);
  }
}

function fetchCall({ method, requestHeaders, requestBody }: Exchange, address: string): string {
  const options = {
    method,
    headers: Object.fromEntries(requestHeaders),
    ...(requestBody !== "" && { body: requestBody }),
  };
  return `await fetch(${JSON.stringify(address)}, ${JSON.stringify(options, undefined, 2)})`;
}

// A string of JSON in ASCII is a string of Python, except for characters beyond 16 bits.
function pythonText(value: string): string {
  return JSON.stringify(value).replaceAll(/[\u{7f}-\u{10ffff}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

function pythonProgram({ method, requestHeaders, requestBody }: Exchange, address: string): string {
  const headers = requestHeaders
    .map(([name, value]) => `    ${pythonText(name)}: ${pythonText(value)},\n`)
    .join("");
  const body = requestBody === "" ? "" : `    data=${pythonText(requestBody)}.encode(),\n`;
  return [
    "import urllib.request\n",
    "request = urllib.request.Request(",
    `    ${pythonText(address)},`,
    `    method=${pythonText(method)},`,
    `${body}    headers={`,
    `${headers}    },`,
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(response.status, response.read().decode())",
    "",
  ].join("\n");
}

interface RowsRequest {
  readonly source: string;
  readonly filters: readonly (readonly [name: string, value: string])[];
  readonly hasAccount: boolean;
}

function rowsRequest({ method, path, requestBody }: Exchange): RowsRequest | undefined {
  const body = parseJson(requestBody) === undefined ? undefined : parseExactJson(requestBody);
  if (method !== "POST" || path !== "/" || !isRecord(body)) return undefined;
  const source = textOf(body, "source");
  const { filter, account } = body;
  if (source === "") return undefined;
  const filters = Object.entries(isRecord(filter) ? filter : {}).map(
    // Values are written as JSON, because plain text such as `007` could be read as JSON.
    ([name, value]) => [name, writeExactJson(value)] as const,
  );
  const kind = isRecord(account) ? textOf(account, "auth", "identifier") : "";
  return { source, filters, hasAccount: kind !== "" && kind !== "none" };
}

function pullCommand(exchange: Exchange, connector: string): string | undefined {
  const request = rowsRequest(exchange);
  if (request === undefined) return undefined;
  const { source, filters, hasAccount } = request;
  return [
    `wellhead pull ${quoteWord(connector)} ${quoteWord(source)}`,
    ...filters.map(([name, value]) => `--filter ${quoteWord(`${name}=${value}`)}`),
    ...(hasAccount ? ["--account account.json"] : []),
  ].join(" \\\n  ");
}

function sqlCommand(exchange: Exchange, connector: string): string | undefined {
  const request = rowsRequest(exchange);
  if (request === undefined) return undefined;
  const { source, filters, hasAccount } = request;
  const statement = `select * from c."${source.replaceAll('"', '""')}"`;
  return [
    `wellhead sql ${quoteWord(statement)} --connect ${quoteWord(`c=${connector}`)}`,
    ...filters.map(([name, value]) => `--filter ${quoteWord(`c.${source}.${name}=${value}`)}`),
    ...(hasAccount ? ["--account c=account.json"] : []),
  ].join(" \\\n  ");
}
