import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { application, type ForeignConnector, sendJson, startForeign } from "./foreign-connector.js";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { drivePage } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

// A connector of the third generation in plain `node:http`: tickets in pages of two with changes since a time, and
// repositories that are always sent in full.

interface Ticket {
  readonly id: number;
  readonly name: string;
  readonly repo: string;
}

const isRequest = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

let browser: Browser;
let service: ConsoleService;
let connector: ForeignConnector;
let tickets: readonly Ticket[];
let repositories: readonly { readonly id: string; readonly name: string }[];
/** Ids that changed after the first run, and those that are gone. */
let changes: { readonly set: readonly number[]; readonly removed: readonly number[] };
let failing: boolean;
/** Types and the fields that refer to others, in place of those of the tracker. */
let described: Readonly<Record<string, readonly string[]>> | undefined;
const asked: string[] = [];

beforeEach(() => {
  tickets = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Ticket ${id}`, repo: id < 3 ? "a" : "b" }));
  repositories = ["a", "b"].map((id) => ({ id, name: `Repository ${id}` }));
  changes = { set: [], removed: [] };
  failing = false;
  described = undefined;
  asked.length = 0;
});

function pageOf(body: string): unknown {
  const request: unknown = JSON.parse(body);
  if (!isRequest(request)) return {};
  const { requestedType, pagination, lastSynchronizedAt } = request;
  asked.push(`${String(requestedType)} ${lastSynchronizedAt === undefined ? "all" : "since"}`);
  if (requestedType === "repo") return { items: repositories, pagination: { hasNext: false } };
  const isDelta = typeof lastSynchronizedAt === "string";
  const rows: readonly object[] = isDelta
    ? [
        ...tickets.filter(({ id }) => changes.set.includes(id)),
        ...changes.removed.map((id) => ({ id, __syncAction: "REMOVE" })),
      ]
    : tickets;
  const start = isRequest(pagination) ? Number(pagination["at"]) : 0;
  const hasNext = start + 2 < rows.length;
  return {
    items: rows.slice(start, start + 2),
    pagination: { hasNext, ...(hasNext && { nextPageConfig: { at: start + 2 } }) },
    synchronizationType: isDelta ? "delta" : "full",
  };
}

beforeAll(async () => {
  const id = { name: "Id", type: "id" };
  const name = { name: "Name", type: "text" };
  const relationTo = (targetType: string, title: string) => ({
    cardinality: "many-to-one",
    name: title,
    targetName: "Tickets",
    targetType,
    targetFieldId: "id",
  });
  const fieldsOf = (targets: readonly string[]) => ({
    id,
    ...Object.fromEntries(
      targets.map((target) => [target, { name: target, type: "text", relation: relationTo(target, target) }]),
    ),
  });
  connector = await startForeign({
    "GET /": (_request, response) =>
      sendJson(response, application({ name: "Tracker", responsibleFor: { dataSynchronization: true } })),
    "POST /validate": (_request, response) => sendJson(response, { name: "Nobody" }),
    "POST /": (_request, response) => sendJson(response, [{ id: 1 }]),
    "POST /api/v1/synchronizer/config": (_request, response) =>
      sendJson(response, {
        types: described
          ? Object.keys(described).map((type) => ({ id: type, name: type }))
          : [
              { id: "ticket", name: "Ticket" },
              { id: "repo", name: "Repository" },
            ],
        filters: [],
        version: 3,
      }),
    "POST /api/v1/synchronizer/schema": (_request, response) =>
      sendJson(
        response,
        described
          ? Object.fromEntries(Object.entries(described).map(([type, targets]) => [type, fieldsOf(targets)]))
          : {
              ticket: {
                id,
                name,
                repo: { name: "Repository id", type: "text", relation: relationTo("repo", "Repository") },
              },
              repo: { id, name },
            },
      ),
    "POST /api/v1/synchronizer/data": (_request, response, body) => {
      if (failing) sendJson(response, { message: "The tracker is asleep", tryLater: true }, 503);
      else sendJson(response, pageOf(body));
    },
  });
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink], [connector.url])]);
});

afterAll(async () => {
  await browser.close();
  await Promise.all([service.close(), connector.close()]);
});

/** The cells of a type's row, from its pages on. */
async function countsOf(
  page: Awaited<ReturnType<typeof drivePage>>["page"],
  name: string,
): Promise<readonly string[]> {
  return page
    .locator(".sync-types tbody tr", { has: page.getByRole("rowheader", { name }) })
    .locator("td")
    .allTextContents();
}

test("a second run shows what was added, changed and removed, whether it is sent in full or as changes", async () => {
  const { page, faults } = await drivePage(browser);
  await page.goto(`${service.url}#connector=${encodeURIComponent(connector.url)}`);
  await page.getByTestId("ending").waitFor();
  await page.getByRole("tab", { name: "Synchronize" }).click();
  await page.getByRole("img", { name: "Relations: Ticket to Repository by Repository" }).waitFor();
  await page.getByRole("button", { name: "Synchronize", exact: true }).click();
  await page.getByText("The first run is complete.").waitFor();
  expect(await countsOf(page, "Ticket")).toEqual(["3", "5", "5", "0", "0", "5", "all, complete"]);
  expect(await countsOf(page, "Repository")).toEqual(["1", "2", "2", "0", "0", "2", "all, complete"]);

  tickets = [...tickets.filter(({ id }) => id !== 2), { id: 6, name: "New", repo: "c" }].map((ticket) =>
    ticket.id === 3 ? { ...ticket, name: "Renamed" } : ticket,
  );
  changes = { set: [3, 4, 6], removed: [2] };
  repositories = [
    { id: "b", name: "Repository b" },
    { id: "c", name: "New" },
  ];
  asked.length = 0;
  await page.getByRole("button", { name: "Synchronize again" }).click();
  await page.getByText("Run 2 is complete.").waitFor();
  expect(asked).toEqual(["ticket since", "ticket since", "repo since"]);
  expect(await countsOf(page, "Ticket")).toEqual(["2", "4", "1", "1", "1", "5", "changes only, complete"]);
  expect(await countsOf(page, "Repository")).toEqual(["1", "2", "1", "0", "1", "2", "all, complete"]);
  expect(await page.locator(".sync-changes li").allTextContents()).toEqual([
    "Changed Ticket 3 name",
    "Added Ticket 6",
    "Removed Ticket 2",
    "Added Repository c",
    "Removed Repository a",
  ]);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a run that fails removes nothing, says why, and the next one asks for the same changes", async () => {
  const { page } = await drivePage(browser);
  await page.goto(`${service.url}#connector=${encodeURIComponent(connector.url)}&tab=sync`);
  await page.getByRole("button", { name: "Synchronize", exact: true }).click();
  await page.getByText("The first run is complete.").waitFor();
  failing = true;
  await page.getByRole("button", { name: "Synchronize again" }).click();
  await page.getByRole("alert").getByText("The tracker is asleep").waitFor();
  expect((await countsOf(page, "Ticket"))[5]).toBe("5");
  failing = false;
  changes = { set: [], removed: [1] };
  await page.getByRole("button", { name: "Synchronize again" }).click();
  await page.getByText("Run 2 is complete.").waitFor();
  expect(await page.locator(".sync-changes li").allTextContents()).toEqual(["Removed Ticket 1"]);
  await page.context().close();
});

/** Returns the lines of the graph that touch a box other than those they connect. */
function crossedBoxes(svg: SVGElement | HTMLElement): readonly string[] {
  const boxes = [...svg.querySelectorAll<SVGGElement>("g[transform]")].map((box) => {
    const [x = 0, y = 0] = (
      /translate\(([-\d.]+) ([-\d.]+)\)/.exec(box.getAttribute("transform") ?? "") ?? []
    )
      .slice(1)
      .map(Number);
    const { width, height } = box.querySelector("rect")?.getBBox() ?? { width: 0, height: 0 };
    return { name: box.textContent, x, y, width, height };
  });
  return [...svg.querySelectorAll("path")].flatMap((path) => {
    const points = Array.from({ length: Math.ceil(path.getTotalLength()) }, (_, at) =>
      path.getPointAtLength(at),
    );
    return boxes
      .filter((box) =>
        points.some(
          ({ x, y }) =>
            x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1,
        ),
      )
      .map(({ name }) => `${path.getAttribute("d")} crosses ${name}`);
  });
}

const graphs: readonly (readonly [name: string, types: Readonly<Record<string, readonly string[]>>])[] = [
  [
    "several columns apart",
    { a: [], b: ["a"], c: ["b", "a"], d: ["c", "b", "a"], e: ["d", "a"], f: ["a", "d"], g: ["e", "b"] },
  ],
  ["in circles and to themselves", { a: ["c"], b: ["a", "b"], c: ["b"], d: ["a", "c", "d"], e: ["d"] }],
];

test.each(graphs)("no line of the graph of relations is behind a box: types %s", async (_name, types) => {
  described = types;
  const { page, faults } = await drivePage(browser);
  await page.goto(`${service.url}#connector=${encodeURIComponent(connector.url)}&tab=sync`);
  expect(await page.locator(".relations svg").evaluate(crossedBoxes)).toEqual([]);
  const links = Object.values(types).flat().length;
  expect(await page.locator(".relations path").count()).toBe(links);
  expect(faults).toEqual([]);
  await page.context().close();
});
