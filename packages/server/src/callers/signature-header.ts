import type { IncomingMessage } from "node:http";

/** A request signature as its two headers state it. */
export interface RequestSignature {
  readonly keyId: string;
  /** Seconds since 1970. */
  readonly created: number;
  /** Seconds since 1970; `undefined` when the signature states no expiry time. */
  readonly expires: number | undefined;
  readonly nonce: string;
  /** The components that are signed, such as `@method`. */
  readonly components: readonly string[];
  /** `Signature-Input` without the label. */
  readonly parameters: string;
  readonly signature: Buffer;
}

const inputForm =
  /^(?<label>[a-z*][a-z0-9_.*-]{0,31})=(?<parameters>\((?<components>"[@a-z-]{1,32}"(?: "[@a-z-]{1,32}"){0,9})\)(?<rest>(?:;[a-z]{1,16}=(?:\d{1,12}|"[\x20\x21\x23-\x5b\x5d-\x7e]{0,128}")){1,9}))$/;

/** Components that a signature may cover: the parts of a request that reach the service unchanged. */
const knownComponents: ReadonlySet<string> = new Set([
  "@method",
  "@path",
  "@query",
  "@authority",
  "content-digest",
  "content-type",
]);

/**
 * Parses the headers `Signature-Input` and `Signature`.
 *
 * @param request - The request
 * @returns The signature, not yet verified; a message that says what is wrong if it cannot be parsed
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-4
 */
export function readSignature(request: IncomingMessage): RequestSignature | string {
  const input = request.headers["signature-input"];
  const value = request.headers["signature"];
  if (typeof input !== "string" || typeof value !== "string" || input.length > 1024 || value.length > 256)
    return "expected one Signature-Input and one Signature header";
  const { label = "", parameters = "", components = "", rest = "" } = inputForm.exec(input)?.groups ?? {};
  if (label === "") return "expected Signature-Input in the form of docs/security.md";
  const encoded = value.startsWith(`${label}=:`) && /^[a-z0-9_.*-]+=:([A-Za-z0-9+/]{43}=):$/.exec(value)?.[1];
  if (typeof encoded !== "string")
    return "expected Signature with the label of Signature-Input and 32 bytes in base64";
  const covered = components.split(" ").map((component) => component.slice(1, -1));
  const unknown = covered.find((component) => !knownComponents.has(component));
  if (unknown !== undefined || new Set(covered).size !== covered.length)
    return `expected each of the components ${[...knownComponents].join(", ")} at most once`;
  const read = readParameters(rest);
  if (typeof read === "string") return read;
  return { ...read, components: covered, parameters, signature: Buffer.from(encoded, "base64") };
}

function readParameters(
  rest: string,
): Pick<RequestSignature, "keyId" | "created" | "expires" | "nonce"> | string {
  const found = new Map<string, string>();
  for (const [, name = "", number, text] of rest.matchAll(/;([a-z]+)=(?:(\d+)|"([^"]*)")/g)) {
    if (found.has(name)) return `expected the parameter ${name} once`;
    found.set(name, number ?? text ?? "");
  }
  const created = found.get("created") ?? "";
  const expires = found.get("expires");
  const keyId = found.get("keyid");
  const nonce = found.get("nonce") ?? "";
  if (keyId === undefined) return "expected the parameter keyid";
  if (!/^\d+$/.test(created) || (expires !== undefined && !/^\d+$/.test(expires)))
    return "expected the parameter created in seconds since 1970";
  if (nonce.length < 16) return "expected the parameter nonce with 16 characters or more";
  if ((found.get("alg") ?? "hmac-sha256") !== "hmac-sha256") return 'expected alg="hmac-sha256"';
  return {
    keyId,
    nonce,
    created: Number(created),
    expires: expires === undefined ? undefined : Number(expires),
  };
}

/**
 * Builds the text that a signature signs. Path and query are used exactly as in the request line, neither decoded nor
 * normalized, so that a signed request cannot be directed to another path.
 *
 * @param request - The request
 * @param signature - Its signature
 * @returns The signature base; a message that names the component if a covered header is missing
 * @see https://www.rfc-editor.org/rfc/rfc9421#section-2.5
 */
export function signatureBase(
  request: IncomingMessage,
  { components, parameters }: RequestSignature,
): { readonly text: string } | string {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const values: Readonly<Record<string, string | undefined>> = {
    "@method": request.method ?? "",
    "@path": mark === -1 ? target : target.slice(0, mark),
    "@query": mark === -1 ? "?" : target.slice(mark),
    "@authority": request.headers.host?.toLowerCase(),
    "content-digest": single(request.headers["content-digest"]),
    "content-type": single(request.headers["content-type"]),
  };
  const lines: string[] = [];
  for (const component of components) {
    const value = values[component];
    if (value === undefined) return `expected the header that ${component} names`;
    lines.push(`"${component}": ${value}`);
  }
  return { text: [...lines, `"@signature-params": ${parameters}`].join("\n") };
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(", ") : value?.trim();
}
