import { expect, test } from "vitest";
import { application, type ForeignHandler, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage } from "./page-driver.js";
import { startConsole } from "./start-console.js";
import { violations } from "./violations.js";

const teas = ["green", "black"].flatMap((kind) =>
  Array.from({ length: 7 }, (_, at) => ({
    id: `${kind}/${at}`,
    name: `${kind} / Tea ${at}`,
    description: "",
    filter: [],
  })),
);
const state = { id: "state", title: "State", type: "text", optional: true, datalist: false };
let requests = 0;

const handlers: Readonly<Record<string, ForeignHandler>> = {
  "GET /": (_request, response) =>
    sendJson(
      response,
      application({ sources: [{ id: "issues", name: "Issues", description: "", filter: [state] }, ...teas] }),
    ),
  "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
  "POST /": (_request, response) => {
    requests++;
    sendJson(response, [{ id: 1 }, { id: 2 }]);
  },
};

test("a link with an unknown filter is refused with the nearest name, and many sources are listed in folders", async () => {
  const foreign = await startForeign(handlers);
  const [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [foreign.url])]);
  const { page, faults } = await drivePage(browser);
  const link = new URLSearchParams({ connector: foreign.url, filter: '{"staet":"open"}' });
  await page.goto(`${service.url}#${link.toString()}`);
  await page
    .getByText('The address filters by "staet", which this source does not have. Did you mean "state"?')
    .waitFor();
  expect(requests).toBe(0);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByTestId("ending").getByText("Complete").waitFor();
  expect(requests).toBe(1);
  expect(await page.getByText("The address filters by").count()).toBe(0);
  // The sources are in folders, which the arrow keys reach.
  const green = page.getByRole("list", { name: "green" });
  expect(await green.getByRole("link").allTextContents()).toEqual(teas.slice(0, 7).map(({ name }) => name));
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Issues" }).focus();
  for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
  await green.waitFor({ state: "hidden" });
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("heading", { level: 1, name: "black / Tea 0" }).waitFor();
  expect(faults).toEqual([]);
  await browser.close();
  await service.close();
  await foreign.close();
});
