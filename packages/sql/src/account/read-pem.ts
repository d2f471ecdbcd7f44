import { accountInvalid } from "@wellhead/sdk";

/** What a PEM text must contain. */
export interface ReadPemOptions {
  /** Suffix of the labels of its blocks, such as `CERTIFICATE`. */
  readonly label: string;
  /** Account field to name in errors. */
  readonly field: string;
}

const block = /-----BEGIN (?<label>[A-Z0-9 ]+)-----(?<body>[\s\S]*?)-----END \k<label>-----/g;
/** The headers that OpenSSL writes before the body of a key in its own encrypted format. */
const encryption = /^\s*Proc-Type: ?4,ENCRYPTED\s*DEK-Info: ?(?<cipher>[A-Z0-9-]+,[0-9A-Fa-f]+)(?=\s|$)/;

/**
 * Reads PEM text. A single-line form field turns line breaks into spaces or drops them, so they are restored.
 *
 * @param text - The text
 * @param options - What the text must contain
 * @returns The blocks with that label, concatenated
 * @throws ConnectorError `account_invalid` when there is no such block
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
