import { createHash, createHmac, randomUUID } from "node:crypto";
import { type AccountKinds, fields, type OutgoingRequest, password, text } from "@wellhead/sdk";
import type { AccountTexts, HmacConfig, hmacParts } from "../config/account-config.js";

type Parts = Readonly<Record<(typeof hmacParts)[number], string>>;

/**
 * Creates an account kind that signs every request with a secret key.
 *
 * @param config - Which parts of a request are signed, and where the signature is sent
 * @param now - Clock in milliseconds
 * @returns The account kind
 * @see RFC 2104
 */
export function hmacKind(
  config: HmacConfig & AccountTexts,
  now: () => number = Date.now,
): AccountKinds[string] {
  const { header, message, prefix = "", headers: further = {}, title = "Key and secret", help } = config;
  return fields({
    title,
    ...(help !== undefined && { description: help }),
    fields: { key: text({ title: "Key" }), secret: password({ title: "Secret" }) },
    authorize: (request, { key, secret }) => {
      const parts = partsOf(request, { config, key, time: now() });
      const { hash = "sha256", encoding = "hex", secretEncoding = "text" } = config;
      const bytes = Buffer.from(secret.reveal(), secretEncoding === "text" ? "utf8" : secretEncoding);
      const signature = createHmac(hash, bytes).update(insert(message, parts)).digest(encoding);
      for (const [name, template] of Object.entries(further))
        request.headers[name.toLowerCase()] = insert(template, parts);
      request.headers[header.toLowerCase()] = `${insert(prefix, parts)}${signature}`;
    },
  });
}

function partsOf(
  { method, url, body = "" }: OutgoingRequest,
  { config, key, time }: { readonly config: HmacConfig; readonly key: string; readonly time: number },
): Parts {
  const { hash = "sha256", timestamp = "epoch" } = config;
  const query = url.search.slice(1);
  const times = {
    epoch: String(Math.floor(time / 1000)),
    epochms: String(time),
    iso: new Date(time).toISOString(),
  };
  return {
    method,
    url: url.href,
    host: url.host,
    path: url.pathname,
    query,
    sortedQuery: query.split("&").toSorted().join("&"),
    body,
    bodyHash: createHash(hash).update(body).digest("hex"),
    timestamp: times[timestamp],
    nonce: randomUUID(),
    key,
  };
}

function insert(template: string, parts: Parts): string {
  // The configuration was checked, so each name is a part.
  return template.replaceAll(/\{([^{}]*)\}/g, (_all, name: keyof Parts) => parts[name]);
}
