import { accountInvalid } from "@wellhead/sdk";

/** What a PEM text is to hold. */
export interface ReadPemOptions {
  /** How the label of its blocks ends, such as `CERTIFICATE`. */
  readonly label: string;
  /** Field of the account, for errors. */
  readonly field: string;
}

const block = /-----BEGIN (?<label>[A-Z0-9 ]+)-----(?<body>[\s\S]*?)-----END \k<label>-----/g;

/**
 * Reads PEM text. A form with one line turns the ends of lines into spaces, or drops them, so they are made anew.
 *
 * @param text - The text
 * @param options - What it is to hold
 * @returns The blocks of that label, one after another
 * @throws ConnectorError `account_invalid` when it has none, or a key that needs a passphrase
 */
export function readPem(text: string, { label, field }: ReadPemOptions): string {
  const found = [...text.matchAll(block)].filter(({ groups }) => groups?.["label"]?.endsWith(label) === true);
  if (found.some(([whole]) => /ENCRYPTED/.test(whole))) {
    throw accountInvalid("Could not read the client key: it needs a passphrase. Paste the key without one.", {
      field,
    });
  }
  if (found.length === 0)
    throw accountInvalid(`Could not read the PEM text: expected -----BEGIN ${label}-----.`, { field });
  return found
    .map(({ groups }) => {
      const lines = (groups?.["body"] ?? "").replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
      const name = groups?.["label"] ?? label;
      return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ""].join("\n");
    })
    .join("");
}
