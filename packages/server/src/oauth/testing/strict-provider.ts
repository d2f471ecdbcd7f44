import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How a {@link StrictProvider} behaves; may be changed while it runs. */
export interface StrictProviderBehaviour {
  /** Milliseconds before a token request is acted on. */
  delay: number;
  /** Milliseconds between acting on it and answering. */
  answerDelay: number;
  /** What becomes of the answer to a token request that was acted on; `refuse` fails without acting. */
  answer: "send" | "drop" | "fail" | "refuse";
  /** Whether a token request is acted on whose caller has gone meanwhile. */
  actsForTheGone: boolean;
  /** Status of `/me` for a token that is good. */
  whoAmI: number;
  /** Seconds an access token lives. */
  lifetime: number;
  /** Whether refresh tokens are never replaced, and may be used for ever. */
  keepsRefreshToken: boolean;
}

/** One line of refresh tokens, from the first to the newest. */
interface Family {
  current: string;
  revoked: boolean;
}

/**
 * A provider whose refresh tokens are good for one use, and which ends the whole grant when one is used twice. It
 * counts what it is asked from its own side.
 */
export class StrictProvider {
  readonly behaviour: StrictProviderBehaviour = {
    delay: 0,
    answerDelay: 0,
    answer: "send",
    actsForTheGone: true,
    whoAmI: 200,
    lifetime: 3600,
    keepsRefreshToken: false,
  };
  /** Refresh requests seen. */
  presented = 0;
  /** Refresh requests acted on. */
  refreshes = 0;
  /** Refresh tokens used twice. */
  reuses = 0;
  readonly #families = new Map<string, Family>();
  readonly #access = new Map<string, Family>();
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response);
  });

  /** Grants whose refresh token was used twice. */
  get revoked(): number {
    return new Set([...this.#families.values()].filter(({ revoked }) => revoked)).size;
  }

  /** @returns Address, once it listens on a free port of this machine */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    // A TCP server that listens has an address of this form.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Stops. */
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** @returns The first refresh token of a new grant */
  grant(): string {
    const current = randomUUID();
    this.#families.set(current, { current, revoked: false });
    return current;
  }

  /**
   * @param token - A refresh token
   * @returns Whether it would be taken now
   */
  has(token: string): boolean {
    const family = this.#families.get(token);
    return family?.current === token && !family.revoked;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === "/me") return this.#whoAmI(request, response);
    if (request.method === "GET") return reply(response, 200, [{ id: 1 }]);
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const form = new URLSearchParams(text);
    // A good code is the beginning of a new grant.
    const isGoodCode = form.get("code")?.startsWith("good") === true;
    const token = isGoodCode ? this.grant() : (form.get("refresh_token") ?? "");
    this.presented += 1;
    await pause(this.behaviour.delay);
    const { answer } = this.behaviour;
    const isGone = response.destroyed || response.socket?.destroyed === true;
    const acts = answer !== "refuse" && (this.behaviour.actsForTheGone || !isGone);
    const tokens = acts ? this.#rotate(token) : undefined;
    await pause(this.behaviour.answerDelay);
    if (answer === "drop") response.destroy();
    else if (answer === "fail" || answer === "refuse") reply(response, 500, { error: "server_error" });
    else if (tokens === undefined) reply(response, 400, { error: "invalid_grant" });
    else reply(response, 200, tokens);
  }

  #rotate(token: string): object | undefined {
    const family = this.#families.get(token);
    if (family === undefined || family.revoked) return undefined;
    if (family.current !== token) {
      this.reuses += 1;
      family.revoked = true;
      return undefined;
    }
    this.refreshes += 1;
    const access = randomUUID();
    if (!this.behaviour.keepsRefreshToken) family.current = randomUUID();
    this.#families.set(family.current, family);
    this.#access.set(access, family);
    return {
      access_token: access,
      refresh_token: family.current,
      token_type: "bearer",
      expires_in: this.behaviour.lifetime,
    };
  }

  #whoAmI(request: IncomingMessage, response: ServerResponse): void {
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const family = this.#access.get(token);
    if (family === undefined || family.revoked) reply(response, 401, { error: "invalid_token" });
    else reply(response, this.behaviour.whoAmI, { name: "Ada" });
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function pause(milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
