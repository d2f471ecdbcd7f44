import { createHash } from "node:crypto";
import type { Agent } from "undici";
import type { ClientCertificate } from "../egress/guarded-connector.js";

/** Maximum certificates whose connections are kept open; a renewed certificate counts anew. */
const maxAgents = 32;

/** Connections by the client certificate they present: none is used for a request with another certificate. */
export class CertifiedAgents {
  readonly #make: (certificate: ClientCertificate) => Agent;
  readonly #agents = new Map<string, Agent>();

  /** @param make - Makes the connections of one certificate */
  constructor(make: (certificate: ClientCertificate) => Agent) {
    this.#make = make;
  }

  /**
   * Finds the connections of a certificate, or makes them.
   *
   * @param certificate - Certificate and key
   * @returns Its connections
   */
  find(certificate: ClientCertificate): Agent {
    const id = createHash("sha256").update(JSON.stringify(certificate)).digest("base64");
    const agent = this.#agents.get(id) ?? this.#make(certificate);
    this.#agents.delete(id);
    this.#agents.set(id, agent);
    for (const [oldest, unused] of this.#agents) {
      if (this.#agents.size <= maxAgents) break;
      this.#agents.delete(oldest);
      // Requests under way are finished first.
      unused.close().catch(() => undefined);
    }
    return agent;
  }
}
