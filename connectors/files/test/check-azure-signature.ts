import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Returns whether a request has the signature that the public description of Shared Key asks for. Shares no code with
 * the connector.
 *
 * @see https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key
 */
export function hasAzureSignature(
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  { account, key }: { readonly account: string; readonly key: string },
): boolean {
  const [path = "", search = ""] = url.split("?");
  const header = (name: string): string => String(headers[name] ?? "");
  const length = header("content-length") === "0" ? "" : header("content-length");
  let text = `${method}\n${header("content-encoding")}\n${header("content-language")}\n${length}\n`;
  text += `${header("content-md5")}\n${header("content-type")}\n${header("date")}\n`;
  text += `${header("if-modified-since")}\n${header("if-match")}\n${header("if-none-match")}\n`;
  text += `${header("if-unmodified-since")}\n${header("range")}\n`;
  for (const name of Object.keys(headers).toSorted())
    if (name.startsWith("x-ms-")) text += `${name}:${header(name)}\n`;
  text += `/${account}${path}`;
  const decode = (part: string): string => decodeURIComponent(part.replaceAll("+", " "));
  const pairs = search.split("&").map((part) => part.split("=").map(decode));
  for (const [name = "", value = ""] of pairs.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)))
    if (name !== "") text += `\n${name.toLowerCase()}:${value}`;
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(text, "utf8").digest("base64");
  return header("authorization") === `SharedKey ${account}:${signature}`;
}
