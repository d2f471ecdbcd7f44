import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";

/** Number of pages of the list, and of items on each page. */
const size = { pages: 4, items: 3 };

/** Ids of all items, in order. */
export const pagedIds: readonly number[] = Array.from(
  { length: size.pages * size.items },
  (_, index) => index,
);

/** A paged list behind an OpenID provider. It requires a valid access token of the provider. */
export class PagedOidc {
  readonly #provider: Provider;
  /** Called before a page is returned, with its number and the access token; it may invalidate the token. */
  beforePage: (page: number, token: string) => Promise<void> = () => Promise.resolve();
  /** Whether to refuse a page regardless of its token. */
  refuses: (page: number) => boolean = () => false;
  /** Number of grants the provider revoked because a refresh token was used twice. */
  revoked = 0;
  /** Number of refresh tokens that were exchanged. */
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
   * Invalidates an access token, as its expiry would.
   *
   * @param token - The token
   */
  async end(token: string): Promise<void> {
    await (await this.#provider.AccessToken.find(token))?.destroy();
  }

  /**
   * Handles a request for a page.
   *
   * @param request - The request
   * @param response - Its response
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
