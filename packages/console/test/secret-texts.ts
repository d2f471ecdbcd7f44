/** Secrets of every kind that a form may ask for, all of them invented. */
export const secretTexts: readonly string[] = [
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
export const encodings: Readonly<Record<string, (text: string) => string>> = {
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

/**
 * Returns what of an encoded secret is its own.
 *
 * @param encoding - Name of the encoding
 * @param secret - The secret
 * @returns The text; what base64 shares with the text around it is no part of it
 */
export function encodedSecret(encoding: string, secret: string): string {
  const written = encodings[encoding]?.(secret) ?? secret;
  return encoding.startsWith("basic") ? written.slice(8, Math.max(-8, 12 - written.length)) : written;
}
