/** Secrets to search for, each with characters that some encoding changes. */
export const canaries = ["canary-one", 'ca"nary\\two/+é', "canary three&four=%", "0123456789"];

/**
 * @param secret - A secret
 * @returns The forms in which to search for it
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    Buffer.from(`user:${secret}`).toString("base64"),
    bytes.toString("hex"),
  ];
}
