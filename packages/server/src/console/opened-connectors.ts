/** A connector at another address. */
export interface OpenedConnector {
  /** Base address, which ends with `/`. */
  readonly base: string;
  /** Whether the user has confirmed that the address may be one of this machine. */
  readonly isLocal: boolean;
}

/** Maximum number of connectors that users opened and that are remembered; the oldest has to be opened again. */
const maxOpened = 200;

/** The connectors at other addresses that the console reaches: those it was started with, and those the user opened. */
export class OpenedConnectors {
  readonly #opened = new Map<string, OpenedConnector>();
  /** Base addresses that are never forgotten. */
  readonly #listed = new Set<string>();

  /** @param listed - Addresses that the console was started with; paths of this service are ignored */
  constructor(listed: readonly string[]) {
    for (const base of listed) {
      if (!URL.canParse(base)) continue;
      const address = new URL(base);
      this.#listed.add(baseOf(address));
      this.open(address, true);
    }
  }

  /**
   * Remembers a connector. What has been confirmed stays confirmed.
   *
   * @param address - Its base address
   * @param isLocal - Whether the user has confirmed that it may be on this machine
   */
  open(address: URL, isLocal: boolean): void {
    const base = baseOf(address);
    const known = this.#opened.get(base);
    this.#opened.delete(base);
    this.#opened.set(base, { base, isLocal: isLocal || known?.isLocal === true });
    const others = [...this.#opened.keys()].filter((one) => !this.#listed.has(one));
    const [oldest] = others;
    if (others.length > maxOpened && oldest !== undefined) this.#opened.delete(oldest);
  }

  /**
   * Finds the connector that an address belongs to.
   *
   * @param url - Address of a request
   * @returns The connector; `undefined` when none was opened there
   */
  find(url: URL): OpenedConnector | undefined {
    const address = `${url.origin}${url.pathname}`;
    const found = [...this.#opened.values()].filter(({ base }) => `${address}/`.startsWith(base));
    return found.find(({ isLocal }) => isLocal) ?? found[0];
  }
}

function baseOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/*$/, "/")}`;
}
