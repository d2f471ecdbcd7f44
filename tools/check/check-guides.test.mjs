import { describe, expect, it } from "vitest";
import { checkGuides } from "./check-guides.mjs";
import { makeTree } from "./make-tree.mjs";

const commands = "```sh\nnpm start\n```\n";

describe("checkGuides()", () => {
  it("reports a page whose commands come before what its reader needs and gets", () => {
    const late = `# Sums\n\n**You need** a clone.\n\n${commands}\n**You get** sums.\n`;
    expect(checkGuides(makeTree({ "docs/sums.md": late, "README.md": commands }))).toMatchObject([
      { file: "README.md", line: 1, message: expect.stringContaining('"You need"') },
      { file: "README.md", line: 1, message: expect.stringContaining('"You get"') },
      { file: "docs/sums.md", line: 5, message: expect.stringContaining('"You get"') },
    ]);
  });

  it("accepts pages that say it, pages without commands, and pages that are not guides", () => {
    const guide = `# Sums\n\n**You need** a clone. **You\nget** sums.\n\n${commands}`;
    const tree = {
      "docs/sums.md": guide,
      "docs/terms.md": "# Terms\n```json\n{}\n```\n",
      "CHANGELOG.md": commands,
    };
    expect(checkGuides(makeTree(tree))).toEqual([]);
  });
});
