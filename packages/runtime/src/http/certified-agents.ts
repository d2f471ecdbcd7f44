import { createHash } from "node:crypto";
import type { ClientCertificate } from "@wellhead/sdk";
import type { Agent } from "undici";

/** Maximum number of certificates with open connections; a renewed certificate counts as another one. */
const maxAgents = 32;

/** Connection pools by client certificate: a connection never serves a request with another certificate. */
export class CertifiedAgents {
  readonly #make: (certificate: ClientCertificate) => Agent;
  readonly #agents = new Map<string, Agent>();

  /** @param make - Creates the connection pool of one certificate */
  constructor(make: (certificate: ClientCertificate) => Agent) {
    this.#make = make;
  }

  /**
   * Returns the connection pool of a certificate, creating it if needed.
   *
   * @param certificate - Certificate and key
   * @returns Its connection pool
   */
  find(certificate: ClientCertificate): Agent {
    const id = createHash("sha256").update(JSON.stringify(certificate)).digest("base64");
    const agent = this.#agents.get(id) ?? this.#make(certificate);
    this.#agents.delete(id);
    this.#agents.set(id, agent);
    for (const [oldest, unused] of this.#agents) {
      if (this.#agents.size <= maxAgents) break;
      this.#agents.delete(oldest);
      // Closing waits for requests in progress.
      unused.close().catch(() => undefined);
    }
    return agent;
  }
}
