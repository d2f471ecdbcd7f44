import { type Access, isEveryInterface, isLoopbackName, type StartProof } from "@wellhead/server";
import type { Paint } from "../terminal/paint.js";

/** Where a service listens and who may call it. */
export interface ListeningFacts {
  /** Address for calls from this machine. */
  readonly url: string;
  readonly adminUrl: string | undefined;
  /** Network interface as configured. */
  readonly host: string;
  /** What makes the links to the console; `undefined` without one. */
  readonly consoleProof: StartProof | undefined;
  /** What makes the links to the page of the admin port; `undefined` without that port. */
  readonly adminProof: StartProof | undefined;
  readonly access: Access;
  readonly paint: Paint;
}

/**
 * Formats where a service listens. Adds who may call unless only this machine can reach it.
 *
 * @param facts - Addresses and access
 * @returns Lines
 */
export function formatListening({
  url,
  adminUrl,
  host,
  consoleProof,
  adminProof,
  access,
  paint,
}: ListeningFacts): string[] {
  const everywhere = isEveryInterface(host) ? ` and at every other address of this machine (${host})` : "";
  const admin = adminUrl === undefined ? "" : `, ${adminUrl} for operators`;
  const isLocal = isLoopbackName(host);
  const open = isLocal
    ? []
    : [paint.red("Everybody who reaches this address can call it, without credentials.")];
  const plain = paint.red(
    "Requests are not encrypted. Use --tls-cert and --tls-key, or a proxy that encrypts.",
  );
  return [
    `Wellhead listens on ${paint.bold(url)}${everywhere}${admin}`,
    ...(access.sentence === undefined ? open : [access.sentence]),
    ...(isLocal || access.encrypted ? [] : [plain]),
    ...(consoleProof === undefined
      ? []
      : [`Try it in the browser: ${paint.bold(consoleProof.linkTo(`${url}/console/`))}`]),
    ...(adminProof === undefined || adminUrl === undefined
      ? []
      : [`See what it does: ${paint.bold(adminProof.linkTo(`${adminUrl}/top`))}`]),
  ];
}
