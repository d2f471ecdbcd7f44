import type { StartProof } from "@wellhead/server";
import type { Terminal } from "../../terminal/terminal.js";

/** Options of {@link printNextLinks}. */
export interface PrintNextLinksOptions {
  /** Address of the page. */
  readonly page: string;
  readonly proof: StartProof;
  readonly terminal: Terminal;
}

/**
 * Prints another link to a page each time one was used, because a link works once.
 *
 * @param options - The page, and what makes its links
 */
export function printNextLinks({ page, proof, terminal }: PrintNextLinksOptions): void {
  proof.whenUsed(() => {
    terminal.stderr.write(`Opened. For another browser: ${proof.linkTo(page)}\n`);
  });
}
