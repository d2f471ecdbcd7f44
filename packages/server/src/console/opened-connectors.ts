/** A connector at another address. */
export interface OpenedConnector {
  /** Base address, which ends with `/`. */
  readonly base: string;
  /** Whether the user has confirmed that the address may be one of this machine. */
  readonly isLocal: boolean;
}

/** Maximum number of connectors that are remembered; the oldest has to be opened again. */
const maxOpened = 200;

/** The connectors at other addresses that the console reaches: those it was started with, and those the user opened. */
export class OpenedConnectors {
  readonly #opened = new Map<string, OpenedConnector>();

  /** @param listed - Addresses that the console was started with; paths of this service are ignored */
  constructor(listed: readonly string[]) {
    for (const base of listed) if (URL.canParse(base)) this.open(new URL(base), true);
  }

  /**
   * Remembers a connector. What has been confirmed stays confirmed.
   *
   * @param address - Its base address
   * @param isLocal - Whether the user has confirmed that it may be on this machine
   */
  open(address: URL, isLocal: boolean): void {
    const base = `${address.origin}${address.pathname.replace(/\/*$/, "/")}`;
    const known = this.#opened.get(base);
    this.#opened.delete(base);
    this.#opened.set(base, { base, isLocal: isLocal || known?.isLocal === true });
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= maxOpened) break;
      this.#opened.delete(oldest);
    }
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
