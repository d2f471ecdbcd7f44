import { createConsole, StartProof } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";
import { expect, test } from "vitest";
import { application, startForeign } from "./foreign-connector.js";
import { openBrowser } from "./open-browser.js";
import { pageFolder } from "./start-console.js";

// Each request that another one waits for delays the first rows, most of all on a slow processor.

const rows = Array.from({ length: 9 }, (_, index) => ({
  name: `Row ${index}`,
  kind: index % 2,
  amount: index / 2,
}));

test("a page that was opened with the link requests what its rows need, each of it once and the rows before their chart", async () => {
  const foreign = await startForeign({
    "GET /": (_request, response) => void response.end(JSON.stringify(application({}))),
    "POST /validate": (_request, response) => void response.end('{"name":"Nobody"}'),
    "POST /": (_request, response) => void response.end(JSON.stringify(rows)),
  });
  const proof = new StartProof();
  const service = await createConsole({
    folder: pageFolder,
    proof,
    connectors: [foreign.url],
    data: async (reach) => new Workbench(reach),
  });
  const { url } = await service.listen({ port: 0 });
  const browser = await openBrowser();
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on("request", (request) => {
    const headers = request.headers();
    const target = headers["x-relay-target"]?.replace(foreign.url, "connector ");
    const path = new URL(request.url()).pathname.replace("/console/", "");
    if (request.resourceType() === "fetch")
      requests.push(`${headers["x-relay-method"] ?? request.method()} ${target ?? path}`);
  });
  await page.goto(proof.linkTo(url));
  await page.getByRole("gridcell", { name: "Row 1", exact: true }).waitFor();
  const asked = ["POST session", "GET connector ", "POST connector validate", "POST data/runs"];
  expect(requests.filter((request) => asked.includes(request))).toEqual(asked);
  expect(requests.slice(0, requests.indexOf("POST data/runs")).toSorted()).toEqual(
    [...asked.slice(0, -1), "GET connector logo"].toSorted(),
  );
  await page.locator(".plot-strip svg path").first().waitFor({ state: "attached" });
  requests.length = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/rows")) requests.push("rows have arrived");
  });
  await page.getByRole("searchbox", { name: "Search rows" }).fill("Row 7");
  await page.getByText(/^1 of/).waitFor();
  await page.getByRole("gridcell", { name: "Row 7", exact: true }).waitFor();
  await expect.poll(() => requests.length).toBeGreaterThan(2);
  expect(requests.map((request) => request.replace(/runs\/.*\//, ""))).toEqual([
    "POST data/rows",
    "rows have arrived",
    "POST data/chart",
  ]);
  await browser.close();
  await service.close();
  await foreign.close();
});
