import { describe, expect, it } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";

describe("wellhead docs", () => {
  it("finds sections, and prints the page of one", async () => {
    const found = await runWellhead(["docs", "pageNumber", "--json"]);
    expect(found).toMatchObject({ code: 0, stderr: "" });
    const sections = JSON.parse(found.stdout) as ReadonlyArray<{ readonly page: string }>;
    expect(sections.map(({ page }) => page)).toContain("packages/sdk/api.md#pagenumber");
    const page = await runWellhead(["docs", "--open", "packages/sdk/api.md#pagenumber"]);
    expect(page).toMatchObject({ code: 0, stderr: "" });
    expect(page.stdout).toMatch(/^export function pageNumber/);
    expect((await runWellhead(["docs", "rate", "limit"])).stdout).toMatch(
      /Print one: wellhead docs --open \S+\n$/,
    );
  });

  it("says so when there is nothing", async () => {
    expect(await runWellhead(["docs", "xyzzy-unheard"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Could not find "xyzzy-unheard" in the documentation.') as string,
    });
    expect(await runWellhead(["docs", "--open", "docs/recipies.md"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean "docs/recipes.md"') as string,
    });
  });
});
