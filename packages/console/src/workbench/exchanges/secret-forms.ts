/** Minimum length of an encoded secret. A shorter text would be found in values that have nothing to do with it. */
const shortestForm = 6;

/**
 * Returns the ways in which a secret may be written in a request or a response, the longest first: as it is, in JSON, in
 * an address, in a form, in HTML, in base64 also within a longer text, and in hexadecimal.
 *
 * @param secret - The unencoded value
 */
export function formsOf(secret: string): readonly string[] {
  const known = formsBySecret.get(secret) ?? makeForms(secret);
  formsBySecret.set(secret, known);
  return known;
}

/** The page masks with the same secrets each time it shows anything. */
const formsBySecret = new Map<string, readonly string[]>();

function makeForms(secret: string): readonly string[] {
  const uri = encodeURIComponent(secret);
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  const percents = hex.map((pair) => `%${pair}`).join("");
  const encoded = [
    ...jsonForms(secret),
    ...jsonForms(jsonForms(secret)[0] ?? ""),
    uri,
    lowerEscapes(uri),
    uri.replaceAll("%20", "+"),
    new URLSearchParams({ a: secret }).toString().slice(2),
    strictUri(uri),
    encodeURIComponent(uri),
    percents,
    percents.toUpperCase(),
    ...htmlForms(secret),
    ...base64Forms(bytes),
    hex.join(""),
    hex.join("").toUpperCase(),
  ];
  const long = encoded.filter((form) => form.length >= shortestForm);
  return [...new Set([secret, ...long])].toSorted((left, right) => right.length - left.length);
}

/** The text in a JSON string: as this page writes it, in ASCII, and with escaped slashes. */
function jsonForms(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [json, ascii, json.replaceAll("/", "\\/"), ascii.replaceAll("/", "\\/")];
}

function lowerEscapes(uri: string): string {
  return uri.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Some programs also escape the characters that `encodeURIComponent` leaves. */
function strictUri(uri: string): string {
  return uri.replaceAll(/[!'()*~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

function htmlForms(text: string): readonly string[] {
  const basic = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return [basic, basic.replaceAll("'", "&#39;"), basic.replaceAll("'", "&#x27;")];
}

/** Base64 of the bytes at each place within a longer text, such as `user:password`, without the letters that others share. */
function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = new Uint8Array([...Array.from({ length: before }, () => 0), ...bytes]);
    const whole = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join("")).replace(/=+$/, "");
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor((padded.length * 8) / 6);
    const own = whole.slice(first, last);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
