import { expect, test } from "vitest";
import { application, type ForeignHandler, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage } from "./page-driver.js";
import { startConsole } from "./start-console.js";

const state = { id: "state", title: "State", type: "text", optional: true, datalist: false };
let requests = 0;

const handlers: Readonly<Record<string, ForeignHandler>> = {
  "GET /": (_request, response) =>
    sendJson(
      response,
      application({ sources: [{ id: "issues", name: "Issues", description: "", filter: [state] }] }),
    ),
  "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
  "POST /": (_request, response) => {
    requests++;
    sendJson(response, [{ id: 1 }, { id: 2 }]);
  },
};

test("a link with a filter that the source does not have is refused with the nearest name, and reads no rows", async () => {
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
  expect(faults).toEqual([]);
  await browser.close();
  await service.close();
  await foreign.close();
});
