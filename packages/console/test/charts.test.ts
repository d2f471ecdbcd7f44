import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kitchenSink } from "./kitchen-sink.js";
import { openBrowser } from "./open-browser.js";
import { choose, type DrivenPage, shareConnected } from "./page-driver.js";
import { type ConsoleService, startConsole } from "./start-console.js";
import { violations } from "./violations.js";

let browser: Browser;
let service: ConsoleService;
let openConnected: () => Promise<DrivenPage>;

beforeAll(async () => {
  [browser, service] = await Promise.all([openBrowser(), startConsole([kitchenSink])]);
  openConnected = await shareConnected(browser, service.url);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

/** Opens a chart by its address. */
async function openChart(settings: object): Promise<DrivenPage> {
  const opened = await openConnected();
  const { page } = opened;
  const chart = JSON.stringify({ measures: [{ function: "count" }], ...settings });
  await page.goto(`${page.url()}&tab=chart&chart=${encodeURIComponent(chart)}`);
  await page.locator(".plot :is(svg path, canvas)").first().waitFor({ state: "attached" });
  return opened;
}

/** Returns where the chart is, and its center. */
async function plotBox(page: Page) {
  const box = await page.locator(".plot").boundingBox();
  if (box === null) throw new Error("The chart has no box");
  return { ...box, middle: [box.x + box.width / 2, box.y + box.height / 2] as const };
}

const byDay = { kind: "line", x: "ordered", unit: "day" };
const slider = (page: Page, end: "First" | "Last") =>
  page.getByRole("slider", { name: `${end} position shown` });
const positionOf = (page: Page, end: "First" | "Last") => slider(page, end).getAttribute("aria-valuetext");
/** The names along the axes. */
const labels = (page: Page) => page.locator(".plot svg text").allTextContents();

test("a chart is zoomed by keyboard, and its ends are named and cannot cross", async () => {
  const { page, faults } = await openChart(byDay);
  expect(await positionOf(page, "First")).toBe("2025-01-01");
  expect(await positionOf(page, "Last")).toBe("2026-05-15");
  const whole = await labels(page);
  expect(whole.join(" ")).toContain("2026");
  await slider(page, "Last").focus();
  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("PageDown");
  await expect.poll(() => positionOf(page, "Last")).toBe("2025-07-19");
  // The chart follows: the year 2026 is no longer on its axis.
  await expect.poll(async () => (await labels(page)).join(" ")).not.toContain("2026");
  await slider(page, "First").focus();
  await page.keyboard.press("End");
  await expect.poll(() => positionOf(page, "First")).toBe("2025-07-17");
  expect(await positionOf(page, "Last")).toBe("2025-07-19");
  await page.keyboard.press("Home");
  await slider(page, "Last").press("End");
  await expect.poll(() => labels(page)).toEqual(whole);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("a chart is zoomed by pointer: at the ends, by the wheel and by moving the chart", async () => {
  const { page, faults } = await openChart(byDay);
  const { middle, width } = await plotBox(page);
  const track = await page.locator(".zoom-track").boundingBox();
  if (track === null) throw new Error("The zoom has no box");
  const [left, top] = [track.x + 8, track.y + track.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width / 2, top, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => positionOf(page, "First")).toMatch(/^2025-09-/);
  expect(await positionOf(page, "Last")).toBe("2026-05-15");
  // The part between the ends moves both.
  await page.mouse.move(track.x + track.width * 0.75, top);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width * 0.5, top, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => positionOf(page, "First")).toMatch(/^2025-0[45]-/);
  expect(await positionOf(page, "Last")).toMatch(/^2026-01-/);
  const first = await positionOf(page, "First");
  await page.mouse.move(...middle);
  await page.mouse.down();
  await page.mouse.move(middle[0] + width / 4, middle[1], { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => positionOf(page, "First")).not.toBe(first);
  const last = await positionOf(page, "Last");
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect.poll(() => positionOf(page, "Last")).not.toBe(last);
  expect(faults).toEqual([]);
});

test.each([
  ["beside each other", [1, 0]],
  ["across", [1, 1]],
  ["almost below each other", [0.3, 1]],
] as const)("two fingers zoom a chart when they are %s", async (_name, [right, down]) => {
  const { page, faults } = await openChart(byDay);
  const { middle } = await plotBox(page);
  const fingers = await page.context().newCDPSession(page);
  const at = (distance: number) =>
    [-1, 1].map((side, id) => ({
      id,
      x: middle[0] + side * distance * right,
      y: middle[1] + side * distance * down,
    }));
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: ReturnType<typeof at>) =>
    fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", at(30).slice(0, 1));
  await touch("touchStart", at(30));
  for (let distance = 36; distance <= 90; distance += 6) await touch("touchMove", at(distance));
  await touch("touchEnd", []);
  await expect.poll(() => positionOf(page, "First")).not.toBe("2025-01-01");
  // Three times as far apart: a third of the days, around where the fingers began.
  const [first, last] = await Promise.all([positionOf(page, "First"), positionOf(page, "Last")]);
  const days = (Date.parse(last ?? "") - Date.parse(first ?? "")) / 86_400_000;
  expect(days).toBeGreaterThan(140);
  expect(days).toBeLessThan(195);
  expect(await page.evaluate(() => [visualViewport?.scale, scrollY])).toEqual([1, 0]);
  expect(faults).toEqual([]);
});

test("every kind is drawn after every other, with what it alone needs", async () => {
  const { page, faults } = await openChart({ kind: "pie", x: "ordered" });
  const scripts = new Set<string>();
  page.on("response", (response) => {
    const [, name] = /\/([\w-]+)-[\w-]{8}\.js$/.exec(response.url()) ?? [];
    if (name !== undefined) scripts.add(name);
  });
  // What a chart of the kind shows, and no chart before it.
  const texts = (text: string) => page.locator(".plot svg text", { hasText: text });
  for (const [kind, script, shown] of [
    ["bar", "bar", page.locator(".plot svg path[fill='#0284c7']")],
    ["heat map", "heat-map", page.locator(".plot canvas")],
    ["box", "box", page.locator(".plot svg path[fill='#0284c733']")],
    ["scatter", "scatter", page.getByRole("img", { name: "id by ordered" }).locator("svg path")],
    ["line", "line", page.locator(".plot svg path[fill='none'][stroke='#0284c7']")],
    ["pie", "line", texts("%")],
    ["histogram", "line", page.getByRole("img", { name: /^Distribution of/ }).locator("svg path")],
  ] as const) {
    await choose(page, "Chart", kind);
    await shown.first().waitFor({ state: "attached" });
    await expect.poll(() => [...scripts]).toContain(script);
  }
  // Those that were shown before are not loaded again.
  expect([...scripts]).not.toContain("pie");
  expect(faults).toEqual([]);
});

test("a tooltip shows the exact figures of all series, and of a single mark", async () => {
  const { page, faults } = await openChart({ kind: "bar", x: "region", series: "kind" });
  const { x, y, width, height } = await plotBox(page);
  await page.mouse.move(x + width * 0.2, y + height * 0.5);
  const tooltip = page.locator(".plot-tooltip");
  await expect.poll(() => tooltip.locator("strong").textContent()).toBe("Assam");
  expect((await tooltip.locator("b").allTextContents()).toSorted()).toEqual(["25", "50", "50"]);
  await page.locator(".plot-line").waitFor({ state: "attached" });
  await page.mouse.move(x + width * 0.2, y - 40);
  await tooltip.waitFor({ state: "detached" });
  await choose(page, "Colour", "one colour");
  await choose(page, "Chart", "pie");
  await page.locator(".plot svg text", { hasText: "%" }).first().waitFor({ state: "attached" });
  const pie = await plotBox(page);
  await page.mouse.move(pie.middle[0] + Math.min(pie.width, pie.height) * 0.29, pie.middle[1]);
  await expect.poll(() => tooltip.locator("b").allTextContents()).toEqual(["125"]);
  expect(faults).toEqual([]);
});

test("a series is hidden and shown again by keyboard, and a picture has every series", async () => {
  const { page, faults } = await openChart({ kind: "bar", x: "region", series: "kind" });
  const bars = () => page.locator(".plot svg path[fill='#0284c7']").count();
  const legend = page.getByRole("list", { name: "Series" }).getByRole("button");
  expect(await legend.allTextContents()).toHaveLength(3);
  await expect.poll(bars).toBe(4);
  await legend.first().press("Enter");
  await expect.poll(bars).toBe(0);
  expect(await legend.first().getAttribute("aria-pressed")).toBe("false");
  expect(await violations(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "SVG" }).click();
  const picture = await readFile(await (await download).path(), "utf8");
  for (const name of await legend.allTextContents()) expect(picture).toContain(`>${name}<`);
  expect(picture).toContain(">Rows by region, by kind<");
  await legend.first().press("Enter");
  await expect.poll(bars).toBe(4);
  expect(faults).toEqual([]);
});
