import { generateKeyPairSync, sign, X509Certificate } from "node:crypto";

/** A certificate with its key, in the form that servers take. */
export interface MadeCertificate {
  /** Private key in PEM format. */
  readonly key: string;
  /** Certificate in PEM format. */
  readonly cert: string;
}

/** The contents of a certificate. */
export interface CertificateOptions {
  /** Name of its subject. */
  readonly name: string;
  /** Its issuer. Default: the certificate is self-signed. */
  readonly issuer?: MadeCertificate & { readonly name: string };
  /** Days from now until it expires. Default: 1. */
  readonly days?: number;
  /** IPv4 address it is valid for; without one, it is the certificate of an authority. */
  readonly address?: readonly [a: number, b: number, c: number, d: number];
}

const tags = { integer: 2, bits: 3, octets: 4, object: 6, text: 12, time: 24, sequence: 48, set: 49 };
const ecdsaWithSha256 = "06082a8648ce3d040302";
const commonName = "0603550403";
const subjectAltName = "0603551d11";
const basicConstraints = "0603551d13";

/** Creates an X.509 certificate byte by byte, because tests need invalid ones. */
export function makeCertificate({ name, issuer, days = 1, address }: CertificateOptions): MadeCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(tags.sequence, Buffer.from(ecdsaWithSha256, "hex"));
  const subject = nameOf(name);
  const end = Date.now() + days * 86_400_000;
  const body = der(
    tags.sequence,
    der(0xa0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1])),
    algorithm,
    issuer === undefined ? subject : nameOf(issuer.name),
    der(tags.sequence, timeOf(end - 90 * 86_400_000), timeOf(end)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(tags.sequence, address === undefined ? authority() : addressed(address))),
  );
  const signature = sign("sha256", body, issuer?.key ?? privateKey);
  const whole = der(tags.sequence, body, algorithm, der(tags.bits, Buffer.from([0]), signature));
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: new X509Certificate(whole).toString(),
  };
}

function nameOf(name: string): Buffer {
  const attribute = der(tags.sequence, Buffer.from(commonName, "hex"), der(tags.text, Buffer.from(name)));
  return der(tags.sequence, der(tags.set, attribute));
}

function timeOf(instant: number): Buffer {
  const text = new Date(instant).toISOString().replace(/\.\d+|[-:T]/g, "");
  return der(tags.time, Buffer.from(text));
}

function authority(): Buffer {
  const isAuthority = der(tags.sequence, Buffer.from("0101ff", "hex"));
  return der(tags.sequence, Buffer.from(basicConstraints, "hex"), der(tags.octets, isAuthority));
}

function addressed(address: readonly number[]): Buffer {
  const names = der(tags.sequence, der(0x87, Buffer.from(address)));
  return der(tags.sequence, Buffer.from(subjectAltName, "hex"), der(tags.octets, names));
}

/** Encodes one DER element: tag, length, contents. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const contents = Buffer.concat(parts);
  const size = contents.length;
  const long = [0x82, size >> 8, size & 255];
  const length = size < 128 ? [size] : long;
  return Buffer.concat([Buffer.from([tag, ...length]), contents]);
}
