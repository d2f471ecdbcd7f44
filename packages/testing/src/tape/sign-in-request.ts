import type { LayerRequest } from "@wellhead/runtime";

/**
 * Members of requests to providers of tokens that are credentials of the user.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4
 */
const userMembers = ["refresh_token", "code", "code_verifier", "device_code", "password", "assertion"];

/** Members that are credentials of the client. */
const clientMembers = ["client_secret", "client_assertion"];

/**
 * Returns the credentials of a request for tokens. Nothing else knows them: they are not those of an account, or a
 * provider has issued them during the recording.
 *
 * @param request - The request
 * @returns The credentials of the user, and of the client; none for any other request
 */
export function signInCredentials(request: LayerRequest): {
  readonly user: readonly string[];
  readonly client: readonly string[];
} {
  if (request.purpose !== "sign-in") return { user: [], client: [] };
  const { headers, body = "" } = request;
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  const members = isJson ? Object.entries(jsonIn(body)) : [...new URLSearchParams(body)];
  const valuesOf = (names: readonly string[]) =>
    members.flatMap(([name, value]) => (names.includes(name) && typeof value === "string" ? [value] : []));
  return { user: valuesOf(userMembers), client: [...valuesOf(clientMembers), ...basicPassword(headers)] };
}

/** A client may send its secret, percent-encoded, as the password of basic authentication. */
function basicPassword(headers: LayerRequest["headers"]): readonly string[] {
  const [, encoded = ""] = /^basic (.*)$/i.exec(headers["authorization"] ?? "") ?? [];
  const [, password = ""] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  return password === "" ? [] : [...new URLSearchParams(`password=${password}`).values()];
}

function jsonIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
