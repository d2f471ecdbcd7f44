import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The behaviour of a {@link StrictProvider}; may be changed while it runs. */
export interface StrictProviderBehaviour {
  /** Milliseconds before a token request is processed. */
  delay: number;
  /** Milliseconds between processing the request and responding. */
  answerDelay: number;
  /** What happens to the response after a token request was processed; `refuse` fails without processing it. */
  answer: "send" | "drop" | "fail" | "refuse";
  /** Whether a token request is processed even if its caller has disconnected. */
  actsForTheGone: boolean;
  /** Status of `/me` for a valid token. */
  whoAmI: number;
  /** Lifetime of an access token in seconds. */
  lifetime: number;
  /** Whether refresh tokens are never replaced and stay valid. */
  keepsRefreshToken: boolean;
}

/** The refresh tokens of one grant; `current` is the newest. */
interface Family {
  current: string;
  revoked: boolean;
}

/**
 * A provider whose refresh tokens are valid for one use. It revokes the whole grant when one is used twice, and counts
 * the requests it receives.
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
  /** Token requests received, for codes as well as refreshes. */
  presented = 0;
  /** Token requests that were granted. */
  refreshes = 0;
  /** Refresh tokens that were used twice. */
  reuses = 0;
  readonly #families = new Map<string, Family>();
  readonly #access = new Map<string, Family>();
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response);
  });

  /** Grants that were revoked because a refresh token was used twice. */
  get revoked(): number {
    return new Set([...this.#families.values()].filter(({ revoked }) => revoked)).size;
  }

  /**
   * @param host - Address to listen on. Default: that of the loopback interface
   * @returns The address, once the server is listening on a free port
   */
  async listen(host = "127.0.0.1"): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, host, resolve);
    });
    // A TCP server that listens has an address of this form.
    const { port } = this.#server.address() as AddressInfo;
    return `http://${host}:${port}`;
  }

  /** Stops the server. */
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
   * @returns Whether it would be accepted now
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
    // A valid code starts a new grant.
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
