/** A secret that every encoding changes, and that a header can carry. */
export const canary = `c4n4ry"+/=&%<s>'~q`;

/**
 * Returns the forms in which to search for a secret: plain, percent-encoded once and twice, as in a form, as in a path,
 * JSON-escaped once and twice, as `\u` escapes, base64 and base64url, base64 with a user name, hexadecimal, and
 * HTML entities by name and by number.
 *
 * @param secret - The secret
 * @returns Its forms
 */
export function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const codes = Array.from(secret, (sign) => sign.codePointAt(0) ?? 0);
  const basic = Buffer.from(`user:${secret}`);
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).toLowerCase(),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ s: secret }).toString().slice(2),
    new URL(`http://a/${secret.replaceAll("%", "%25")}`).pathname.slice(1),
    escaped,
    JSON.stringify(escaped).slice(1, -1),
    units(secret, (unit) => `\\u${unit}`),
    units(secret, (unit) => `\\u${unit.toUpperCase()}`),
    bytes.toString("base64").replaceAll("=", ""),
    bytes.toString("base64url"),
    basic.toString("base64"),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    secret
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
    codes.map((code) => `&#${code};`).join(""),
    codes.map((code) => `&#x${code.toString(16)};`).join(""),
  ];
}

function units(text: string, write: (unit: string) => string): string {
  return Array.from({ length: text.length }, (_, index) =>
    write(text.charCodeAt(index).toString(16).padStart(4, "0")),
  ).join("");
}
