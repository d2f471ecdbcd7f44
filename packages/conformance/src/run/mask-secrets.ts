const mask = "••••";

/** Minimum length of secrets that are masked inside longer text. A shorter one may occur by chance. */
const shortest = 4;

/**
 * Creates a function that masks secrets in a text, in every encoded form in which they may appear.
 *
 * @param secrets - The secrets; those shorter than four characters are masked only if they are a complete JSON string
 * @returns A function that masks each of them
 */
export function maskSecrets(secrets: Iterable<string>): (text: string) => string {
  const all = [...secrets].filter((secret) => secret !== "");
  const forms = all.filter((secret) => secret.length >= shortest).flatMap(formsOf);
  const short = all.filter((secret) => secret.length < shortest).map((secret) => JSON.stringify(secret));
  const sorted = [...new Set(forms)].toSorted((left, right) => right.length - left.length);
  return (text) => {
    const masked = sorted.reduce((hidden, form) => hidden.replaceAll(form, mask), text);
    return short.reduce((hidden, form) => hidden.replaceAll(form, `"${mask}"`), masked);
  };
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
