import { rowCount } from "./row-server.mjs";

/** @import { Page } from "playwright-core" */

/**
 * A view, and the milliseconds until it was in sight.
 *
 * @typedef {{ name: string, ms: number }} Step
 */

/**
 * Uses every view of the rows as a person would.
 *
 * @param {Page} page The page with all rows.
 * @returns {Promise<Step[]>} How long each took.
 */
export async function useViews(page) {
  /** @type {Step[]} */
  const steps = [];
  const use = {
    page,
    step: async (name, act, shown) => {
      const start = performance.now();
      await act();
      await shown();
      steps.push({ name, ms: performance.now() - start });
    },
    /** Acts, and waits for the answer of the service that the view needs. */
    asking: (path, act) => async () => {
      const answer = page.waitForResponse((response) => response.url().endsWith(`/${path}`));
      await act();
      await answer;
    },
    svg: () => page.locator(".plot :is(svg path, canvas)").first().waitFor({ state: "attached" }),
    tab: (name) => page.getByRole("tab", { name }).click(),
  };
  await useTable(use);
  await useCellsAndHeads(use);
  await useCharts(use);
  await useFigures(use);
  return steps;
}

async function useTable({ page, step, asking, svg }) {
  const last = String(rowCount - 1);
  const cell = (text) => () => page.getByRole("gridcell", { name: text, exact: true }).first().waitFor();
  await step("the suggested chart", () => Promise.resolve(), svg);
  const grid = page.getByRole("grid");
  await grid.focus();
  await step("the last row", () => page.keyboard.press("Control+End"), cell(last));
  await step("the first row again", () => page.keyboard.press("Control+Home"), cell("0"));
  await grid.hover();
  for (let turns = 0; turns < 40; turns += 1) await page.mouse.wheel(0, 700);
  await page.keyboard.press("Control+Home");
  const sort = asking("rows", () => head(page, "amount").locator(".head-sort").click());
  await step("a sort", sort, () => page.locator("[aria-sort=ascending]").waitFor());
  await step("the reverse of it", sort, cell("999"));
  const search = page.getByRole("searchbox", { name: "Search rows" });
  await step(
    "a search",
    () => search.fill(last),
    () => page.getByText(/^1 of/).waitFor(),
  );
  await search.fill("");
  await page.getByText(/^1 of/).waitFor({ state: "hidden" });
}

async function useCellsAndHeads({ page, step }) {
  // A fourth of the rows has each kind.
  const found = page.getByText(`${(rowCount / 4).toLocaleString("en")} of`);
  await page.getByRole("gridcell", { name: "oolong", exact: true }).first().click({ button: "right" });
  await step(
    "the rows with the value of a cell",
    () => page.getByRole("menuitem", { name: "kind = oolong" }).click(),
    () => found.waitFor(),
  );
  await page.goBack();
  await found.waitFor({ state: "hidden" });
  await head(page, "price").hover();
  await head(page, "price").locator(".head-menu").click();
  await step(
    "the figures at the head of a column",
    () => page.getByRole("menuitem", { name: "Show the figures" }).click(),
    () => page.getByRole("dialog", { name: "price" }).getByText("Median").waitFor(),
  );
  await page.keyboard.press("Escape");
}

async function useCharts({ page, step, asking, svg, tab }) {
  await tab("Chart");
  await svg();
  for (const kind of ["bar", "histogram", "scatter", "box", "heat map", "pie"]) {
    await page.getByRole("button", { name: /^Chart: / }).click();
    const item = page.getByRole("dialog", { name: "Chart" }).getByRole("button", { name: kind, exact: true });
    await step(
      `a chart: ${kind}`,
      asking("chart", () => item.click()),
      svg,
    );
  }
}

async function useFigures({ page, step, asking, tab }) {
  await step(
    "a summary by the suggested column",
    asking("summary", () => tab("Summarize")),
    () => page.locator(".summary-panel tbody tr").first().waitFor(),
  );
  await step(
    "the figures of the columns",
    () => tab("Columns"),
    () =>
      page
        .getByRole("row", { name: /^note/ })
        .getByRole("cell", { name: rowCount.toLocaleString("en") })
        .waitFor(),
  );
  await step(
    "their distributions",
    () => Promise.resolve(),
    () => page.locator("table.columns svg").last().waitFor(),
  );
}

function head(page, name) {
  return page.getByRole("columnheader", { name });
}
