import { createPrivateKey, type KeyObject, type webcrypto } from "node:crypto";
import { ConnectorError } from "@wellhead/sdk";
import { readKeyMaterial, readVariable, type Variables } from "../oauth/client-credentials.js";

/** The private key with which a client authenticates at the token address. */
export interface ClientKey {
  readonly key: webcrypto.CryptoKey;
  /** Id under which the provider knows the public key; absent when it has none. */
  readonly kid?: string;
  /** Name of the signature algorithm (RFC 7518, RFC 8037). */
  readonly algorithm: string;
}

/** How a type of key signs: the algorithm name of its assertions and the parameters for importing it in Web Crypto. */
interface Signing {
  readonly algorithm: string;
  readonly parameters: webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | webcrypto.Algorithm;
}

const rs256: Signing = {
  algorithm: "RS256",
  parameters: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
};
const ps256: Signing = { algorithm: "PS256", parameters: { name: "RSA-PSS", hash: "SHA-256" } };
const ed25519: Signing = { algorithm: "EdDSA", parameters: { name: "Ed25519" } };

const curves: ReadonlyMap<string, Signing> = new Map([
  ["prime256v1", { algorithm: "ES256", parameters: { name: "ECDSA", namedCurve: "P-256" } }],
  ["secp384r1", { algorithm: "ES384", parameters: { name: "ECDSA", namedCurve: "P-384" } }],
  ["secp521r1", { algorithm: "ES512", parameters: { name: "ECDSA", namedCurve: "P-521" } }],
]);

/** Minimum size of an RSA key. Providers refuse shorter keys, and so does RFC 7518, section 3.3. */
const minRsaBits = 2048;

/**
 * Reads the private key of a client from `<prefix>_CLIENT_KEY`: PEM (PKCS #8, PKCS #1 or SEC 1), or a JWK.
 *
 * The key determines the algorithm. RSA signs with RS256, or with PS256 if a JWK says so. The curves P-256, P-384 and
 * P-521 sign with ES256, ES384 and ES512. Ed25519 signs with EdDSA.
 *
 * @param prefix - Prefix of the deployment's variables, such as `GITHUB`
 * @param variables - Variables of the deployment
 * @returns The key, ready to sign
 * @throws ConnectorError `internal` when the key is missing or unusable
 */
export async function readClientKey(prefix: string, variables: Variables): Promise<ClientKey> {
  const name = clientKeyName(prefix);
  const text = readKeyMaterial(variables, name) ?? "";
  const { key, jwk } = parseKey(text, name);
  const { algorithm, parameters } = signingOf(key, { name, wanted: jwk["alg"] });
  const kid = readVariable(variables, `${name}_ID`) ?? jwk["kid"];
  const bytes = key.export({ format: "der", type: "pkcs8" });
  return {
    key: await crypto.subtle.importKey("pkcs8", bytes, parameters, false, ["sign"]),
    ...(typeof kid === "string" && kid !== "" && { kid }),
    algorithm,
  };
}

/**
 * Returns the name of the variable that holds the client's private key.
 *
 * @param prefix - Prefix of the deployment's variables
 * @returns The name
 */
export function clientKeyName(prefix: string): string {
  return `${prefix}_CLIENT_KEY`;
}

function parseKey(
  text: string,
  name: string,
): { readonly key: KeyObject; readonly jwk: Readonly<Record<string, unknown>> } {
  try {
    if (!text.startsWith("{")) return { key: createPrivateKey(text), jwk: {} };
    // `createPrivateKey` checks the members of a JWK, and `readClientKey` checks the values of `alg` and `kid`.
    const jwk = JSON.parse(text) as Record<string, unknown>;
    return { key: createPrivateKey({ key: jwk, format: "jwk" }), jwk };
  } catch {
    // The parser's error is not passed on, because its message may contain a part of the key.
    throw fault(name, "expected an unencrypted private key as PEM or JWK, got something else");
  }
}

function signingOf(
  key: KeyObject,
  { name, wanted }: { readonly name: string; readonly wanted: unknown },
): Signing {
  const { asymmetricKeyType: type = "", asymmetricKeyDetails: details = {} } = key;
  if (type === "rsa") {
    const { modulusLength = 0 } = details;
    if (modulusLength < minRsaBits) {
      throw fault(name, `expected an RSA key of at least ${minRsaBits} bits, got ${modulusLength}`);
    }
    return wanted === "PS256" ? ps256 : rs256;
  }
  const found = type === "ed25519" ? ed25519 : curves.get(details.namedCurve ?? "");
  if (found !== undefined) return found;
  throw fault(name, `expected a key of type RSA, P-256, P-384, P-521 or Ed25519, got ${type}`);
}

function fault(name: string, reason: string): ConnectorError {
  return new ConnectorError("internal", `Could not read ${name}: ${reason}. The operator must replace it.`);
}
