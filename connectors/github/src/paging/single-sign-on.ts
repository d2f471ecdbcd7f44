import { type Http, inputInvalid, type Pages, type PagesOptions } from "@wellhead/sdk";
import { githubPages } from "./github-pages.js";

/**
 * Reads a list over all organisations of the account. If an organisation requires single sign-on and the token is not
 * authorised for it, GitHub omits it, with a success status and a header that says so.
 *
 * @param http - Client of the request
 * @param path - Path of the list
 * @param options - Query and shape
 * @returns The items, and the number of organisations omitted from the pages read so far
 * @see
 * https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api#personal-access-tokens-and-saml-sso
 */
export function pagesOfAll<Item>(
  http: Http,
  path: string,
  options: PagesOptions<Item>,
): { readonly items: Pages<Item>; readonly missing: () => number } {
  let missing = 0;
  const items = http.pages(path, {
    ...options,
    paging: {
      ...githubPages,
      after: (page) => {
        missing = Math.max(missing, missingIn(page.headers["x-github-sso"]));
        return githubPages.after(page);
      },
    },
  });
  return { items, missing: () => missing };
}

/** Last choice of a list in which organisations are missing. It has no value. */
export const missingChoice = {
  title: "Some are missing: authorise your token for single sign-on",
  value: "",
};

function missingIn(header = ""): number {
  const organizations = /^partial-results;\s*organizations=(.*)$/i.exec(header.trim())?.[1];
  return organizations === undefined ? 0 : organizations.split(",").length;
}

/**
 * Creates the error that ends a list in which organisations are missing.
 *
 * @param missing - Number of missing organisations
 * @param site - URL of the web site
 * @returns The error to throw
 */
export function organisationsMissing(missing: number, site: string): Error {
  const some = missing === 1 ? "1 organisation is" : `${missing} organisations are`;
  return inputInvalid(
    `Could not read all repositories: those of ${some} missing, because single sign-on has not authorised your token for them. Choose "Configure SSO" next to the token at ${site}/settings/tokens, or set "Behind single sign-on" to "leave out".`,
    { field: "single_sign_on" },
  );
}
