import axe from "axe-core";
import type { Page } from "playwright-core";

/** Lists every violated rule of WCAG 2.2 A and AA, with its location. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluation by the debugger is not restricted by the page's policy, which forbids inline script elements.
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    // The script evaluated above defined it.
    const { axe: run } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await run.run({ runOnly: tags, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  });
}
