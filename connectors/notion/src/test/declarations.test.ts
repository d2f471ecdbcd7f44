import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { ProviderTypes, shapeMisfits } from "@wellhead/test-support/upstream";
import { describe, expect, it } from "vitest";
import { dataSourceShape } from "../read/data-source.js";
import { markdownShape } from "../read/page-markdown.js";
import { foundPageShape } from "../read/search-pages.js";
import { commentShape } from "../sources/comments.js";
import { pageShape } from "../sources/rows.js";
import { userShape } from "../sources/users.js";

const folder = `${dirname(createRequire(import.meta.url).resolve("@notionhq/client"))}/api-endpoints`;
const files = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
/** Declarations of Notion's own library. */
const types = new ProviderTypes(...files.map((name) => `${folder}/${name}`));

describe("the declarations of Notion's library", () => {
  it.each([
    ["PageObjectResponse", pageShape],
    ["PageObjectResponse", foundPageShape],
    ["DataSourceObjectResponse", dataSourceShape],
    ["PageMarkdownResponse", markdownShape],
    ["CommentObjectResponse", commentShape],
    ["UserObjectResponse", userShape],
  ] as const)("have every member that is read of a %s", (name, { facts }) => {
    expect(shapeMisfits(facts, types.find(name), types)).toEqual([]);
  });

  it("do not have a member of another name or kind", () => {
    const read = (members: object) =>
      shapeMisfits(
        { kind: "object", members } as typeof pageShape.facts,
        types.find("CommentObjectResponse"),
        types,
      );
    expect(read({ text: { kind: "text" } })).toEqual(["item.text is not a member of the provider's"]);
    expect(read({ discussion_id: { kind: "number" } })).toEqual(["item.discussion_id may be text"]);
  });
});
