import { type Choice, type Field, type Http, list, shape } from "@wellhead/sdk";
import { missingChoice, pagesOfAll } from "../paging/single-sign-on.js";

/** Members of an organisation that can be chosen that are read. */
export const listedOrganisation = shape.object({ login: shape.required(shape.text) });

/**
 * Creates the field for choosing one of the account's organisations.
 *
 * @returns The field
 * @see https://docs.github.com/en/rest/orgs/orgs#list-organizations-for-the-authenticated-user
 */
export function organisationField(): Field<string> {
  return list({ title: "Organisation", options: ({ http }) => choices(http) });
}

async function* choices(http: Http): AsyncGenerator<readonly Choice[]> {
  const { items, missing } = pagesOfAll(http, "user/orgs", { shape: listedOrganisation });
  for await (const batch of items) yield batch.map(({ login }) => login);
  if (missing() > 0) yield [missingChoice];
}
