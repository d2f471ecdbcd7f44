import { accountInvalid } from "@wellhead/sdk";

/** What a PEM text is to hold. */
export interface ReadPemOptions {
  /** How the label of its blocks ends, such as `CERTIFICATE`. */
  readonly label: string;
  /** Field of the account, for errors. */
  readonly field: string;
}

const block = /-----BEGIN (?<label>[A-Z0-9 ]+)-----(?<body>[\s\S]*?)-----END \k<label>-----/g;
/** What OpenSSL writes before the body of a key that it has encrypted in its own way. */
const encryption = /^\s*Proc-Type: ?4,ENCRYPTED\s*DEK-Info: ?(?<cipher>[A-Z0-9-]+,[0-9A-Fa-f]+)(?=\s|$)/;

/**
 * Reads PEM text. A form with one line turns the ends of lines into spaces, or drops them, so they are made anew.
 *
 * @param text - The text
 * @param options - What it is to hold
 * @returns The blocks of that label, one after another
 * @throws ConnectorError `account_invalid` when it has none
 */
export function readPem(text: string, { label, field }: ReadPemOptions): string {
  const found = [...text.matchAll(block)].filter(({ groups }) => groups?.["label"]?.endsWith(label) === true);
  if (found.length === 0)
    throw accountInvalid(`Could not read the PEM text: expected -----BEGIN ${label}-----.`, { field });
  return found
    .map(({ groups }) => {
      const { label: name = label, body = "" } = groups ?? {};
      const headers = encryption.exec(body);
      const cipher = headers?.groups?.["cipher"];
      const data = headers === null ? body : body.slice(headers[0].length);
      const lines = data.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
      return [
        `-----BEGIN ${name}-----`,
        ...(cipher === undefined ? [] : ["Proc-Type: 4,ENCRYPTED", `DEK-Info: ${cipher}`, ""]),
        ...lines,
        `-----END ${name}-----`,
        "",
      ].join("\n");
    })
    .join("");
}
