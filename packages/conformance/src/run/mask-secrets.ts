const mask = "••••";
const shortest = 4;

/**
 * Makes a function that hides secrets in a text, in every form they may have taken on the way.
 *
 * @param secrets - The secrets; shorter ones than four characters cannot be told from chance
 * @returns Replaces each of them
 */
export function maskSecrets(secrets: Iterable<string>): (text: string) => string {
  const forms = [...secrets].filter((secret) => secret.length >= shortest).flatMap(formsOf);
  const sorted = [...new Set(forms)].toSorted((left, right) => right.length - left.length);
  return (text) => sorted.reduce((masked, form) => masked.replaceAll(form, mask), text);
}

function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64");
  const query = new URLSearchParams({ secret }).toString().slice("secret=".length);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    query,
    base64.replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
}
