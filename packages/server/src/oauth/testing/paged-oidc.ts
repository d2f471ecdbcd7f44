import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";

/** Pages of a list and the items on each. */
const size = { pages: 4, items: 3 };

/** Ids of all items, in order. */
export const pagedIds: readonly number[] = Array.from(
  { length: size.pages * size.items },
  (_, index) => index,
);

/** A list behind an OpenID provider, page by page, for access tokens of the provider that have not ended. */
export class PagedOidc {
  readonly #provider: Provider;
  /** Called before a page is answered, with the number of the page; may end the token. */
  beforePage: (page: number, token: string) => Promise<void> = () => Promise.resolve();
  /** Whether a page is refused whatever its token. */
  refuses: (page: number) => boolean = () => false;
  /** Grants the provider has ended because a refresh token was used twice. */
  revoked = 0;
  /** Refresh tokens that were exchanged. */
  refreshes = 0;

  /** @param provider - The provider */
  constructor(provider: Provider) {
    this.#provider = provider;
    provider.on("grant.revoked", () => {
      this.revoked += 1;
    });
    provider.on("grant.success", ({ oidc }) => {
      if (oidc.params?.["grant_type"] === "refresh_token") this.refreshes += 1;
    });
  }

  /**
   * Ends an access token, as its time would.
   *
   * @param token - The token
   */
  async end(token: string): Promise<void> {
    await (await this.#provider.AccessToken.find(token))?.destroy();
  }

  /**
   * Answers a request for a page.
   *
   * @param request - The request
   * @param response - Where it is answered
   */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const page = Number(new URL(request.url ?? "", "http://here").searchParams.get("page"));
    await this.beforePage(page, token);
    const known = await this.#provider.AccessToken.find(token);
    const start = (page - 1) * size.items;
    const body =
      known?.isValid === true && !this.refuses(page) ? pagedIds.slice(start, start + size.items) : undefined;
    response.writeHead(body === undefined ? 401 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body?.map((id) => ({ id })) ?? { error: "invalid_token" }));
  }
}
