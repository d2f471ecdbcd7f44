import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/**
 * Returns whether a request has the signature that the public description of version 4 asks for. Shares no code with
 * the connector.
 *
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function hasSignature(
  { method = "", url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  secretKey: string,
): boolean {
  const {
    scope = "",
    names = "",
    signature,
  } = /^AWS4-HMAC-SHA256 Credential=[^/]+\/(?<scope>[^,]+), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[a-f\d]{64})$/.exec(
    headers.authorization ?? "",
  )?.groups ?? {};
  const [path = "", search = ""] = url.split("?");
  const encode = (text: string): string =>
    encodeURIComponent(decodeURIComponent(text.replaceAll("+", " "))).replaceAll(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = search
    .split("&")
    .filter((part) => part !== "")
    .map((part) => part.split("=").map(encode))
    .map(([name, value = ""]) => `${name}=${value}`)
    .toSorted();
  const canonical = [
    method,
    path,
    query.join("&"),
    ...names.split(";").map((name) => `${name}:${String(headers[name] ?? "").trim()}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash(canonical)].join("\n");
  const key = scope
    .split("/")
    .reduce<Buffer>(
      (last, part) => createHmac("sha256", last).update(part).digest(),
      Buffer.from(`AWS4${secretKey}`),
    );
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}
