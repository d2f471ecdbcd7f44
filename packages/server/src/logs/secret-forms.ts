/**
 * Lists the forms in which a secret may appear in a text, as patterns.
 *
 * Plain, JSON-escaped (also twice), percent-encoded, form-encoded, hexadecimal, and base64 or base64url at any offset,
 * so that a Basic header or an encoded body that merely contains the secret is found too.
 *
 * @param secret - The secret in plain text
 * @returns Patterns, the most specific first
 */
export function secretForms(secret: string): RegExp[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const texts = [
    JSON.stringify(escaped).slice(1, -1),
    escaped,
    secret,
    percentEncoded(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
  ];
  const hex = Buffer.from(secret).toString("hex");
  return [
    ...[...new Set(texts)].map((text) => pattern(text, text.includes("%") ? "gi" : "g")),
    pattern(hex, "gi"),
    ...base64Forms(secret),
  ];
}

function percentEncoded(secret: string): string {
  // A lone surrogate cannot be percent-encoded; what would be sent in its place is U+FFFD.
  return encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}

/**
 * The part of the base64 text that does not depend on what stands around the secret, for each of the three offsets.
 * At either edge at most six bits of the secret stand in a character shared with the neighbour; those stay.
 */
function base64Forms(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = text.slice(start, end);
    if (core.length < 4) return [];
    const flexible = escapePattern(core).replaceAll(/\\\+/g, "[+-]").replaceAll(/\\?\//g, "[/_]");
    return [new RegExp(flexible, "g")];
  });
}

function pattern(text: string, flags: string): RegExp {
  return new RegExp(escapePattern(text), flags);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
