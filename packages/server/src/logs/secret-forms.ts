import { escapePattern } from "./escaped-secret.js";

/**
 * Lists the forms in which a secret may appear in a text, as patterns: plain, hexadecimal, and base64 or base64url at
 * any offset, so that a Basic header or an encoded body that merely contains the secret is found too.
 *
 * @param secret - The secret in plain text
 * @returns Patterns, the most specific first
 */
export function secretForms(secret: string): RegExp[] {
  const hex = Buffer.from(secret).toString("hex");
  return [new RegExp(escapePattern(secret), "g"), new RegExp(hex, "gi"), ...base64Forms(secret)];
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
