import { signal } from "@preact/signals";
import { errorText } from "../../workbench/exchanges/error-text.js";
import { openAddress } from "../../workbench/http/console-session.js";
import { connectorAt } from "../../workbench/http/page-connector.js";
import { PrivateAddressError } from "../../workbench/http/page-fetch.js";
import { type Application, pageApplication } from "./application.js";

/** A connector of the list. */
export interface ConnectorEntry {
  readonly base: string;
  readonly status: "loading" | "ready" | "failed";
  readonly application: Application | undefined;
  /** Duration of GET / in milliseconds. */
  readonly latency: number | undefined;
  /** Why the connector cannot be used; empty when it can. */
  readonly problem: string;
  /** Whether its address is not public, so that the user has to confirm that it is one of this machine. */
  readonly isUnconfirmed: boolean;
}

/** The connectors known to this page, in the order they were opened. */
export const connectorEntries = signal<readonly ConnectorEntry[]>([]);

/** URLs of the logos within this page, by base address. A logo that arrives draws nothing else anew. */
export const logos = signal<ReadonlyMap<string, string>>(new Map());

/**
 * Adds a connector to the list and requests its description. Requests it again when the connector is already in the
 * list.
 *
 * @param base - Base address
 * @param isLocal - Whether the user has confirmed that the address may be one of this machine
 */
export async function openConnector(base: string, isLocal = false): Promise<void> {
  change(base, { status: "loading", problem: "", isUnconfirmed: false });
  const start = performance.now();
  try {
    await openAddress(base, isLocal);
    const application = pageApplication(await connectorAt(base).describe());
    change(base, { status: "ready", application, latency: performance.now() - start });
  } catch (error) {
    change(base, {
      status: "failed",
      problem: errorText(error, "The connector did not respond."),
      isUnconfirmed: isPrivateAddress(error),
    });
    return;
  }
  await loadLogo(base);
}

/**
 * Requests the description of a connector again, and shows what has changed. Until it has arrived, and if it does not
 * arrive, everything stays as it is.
 */
export async function refreshConnector(base: string): Promise<void> {
  const known = connectorEntries.value.find((entry) => entry.base === base);
  if (known?.application === undefined) return openConnector(base);
  const described = await connectorAt(base)
    .describe()
    .catch(() => undefined);
  if (described !== undefined)
    change(base, { status: "ready", problem: "", application: pageApplication(described) });
}

/** Removes a connector from the list. */
export function closeConnector(base: string): void {
  connectorEntries.value = connectorEntries.value.filter((entry) => entry.base !== base);
}

function change(base: string, members: Partial<ConnectorEntry>): void {
  const entries = connectorEntries.value;
  const known = entries.find((entry) => entry.base === base);
  if (known !== undefined) {
    connectorEntries.value = entries.map((entry) => (entry === known ? { ...entry, ...members } : entry));
    return;
  }
  const empty = {
    status: "loading",
    application: undefined,
    latency: undefined,
    problem: "",
    isUnconfirmed: false,
  } as const;
  connectorEntries.value = [...entries, { base, ...empty, ...members }];
}

function isPrivateAddress(error: unknown): boolean {
  if (error instanceof PrivateAddressError) return true;
  return error instanceof Error && error.cause !== undefined && isPrivateAddress(error.cause);
}

// The logo is decoration: if it is missing or broken, the initial of the name is shown instead.
async function loadLogo(base: string): Promise<void> {
  const logo = await connectorAt(base)
    .logo()
    .catch(() => undefined);
  // The page's policy loads no image from another address.
  if (logo === undefined || !("svg" in logo)) return;
  const url = URL.createObjectURL(new Blob([logo.svg], { type: "image/svg+xml" }));
  logos.value = new Map(logos.value).set(base, url);
}
