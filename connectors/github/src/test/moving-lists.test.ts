import { afterEach, describe, expect, it } from "vitest";
import { type ListedItem, listPage } from "./github-list.js";
import { type ServedGithub, serveGithub } from "./serve-github.js";

const place = { owner: "ada", repository: "engine" };
const start = Date.UTC(2026, 0, 1);
const hour = 3_600_000;

interface Item extends ListedItem {
  readonly number: number;
}

function itemsOf(count: number, everyMs = hour): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const time = new Date(start + index * everyMs).toISOString().replace(".000", "");
    return { id: 1000 + index, number: index + 1, state: "open", created_at: time, updated_at: time };
  });
}

let served: ServedGithub;

afterEach(() => served.close());

/** Serves a list, and changes it before the second page and every later one. */
async function serveList(items: Item[], change: (request: number) => void = () => undefined) {
  let requests = 0;
  served = await serveGithub(({ url }) => {
    requests += 1;
    if (requests > 1) change(requests);
    return listPage(items, url);
  });
}

async function numbersOf(source: string, filter: object): Promise<readonly number[]> {
  const { status, body } = await served.rows(source, { ...place, ...filter });
  expect(status).toBe(200);
  return (body as readonly Item[]).map(({ number }) => number);
}

/** Updates the item at an index. */
function update(items: Item[], index: number, change: Partial<Item> = {}): void {
  const item = items[index];
  if (item !== undefined) items[index] = { ...item, updated_at: "2026-12-01T00:00:00Z", ...change };
}

/** Number of issues. `WELLHEAD_PROOF=requests` reads as many as the README promises. */
const issueCount = process.env["WELLHEAD_PROOF"] === "requests" ? 100_000 : 5000;

const all = Array.from({ length: 250 }, (_, index) => index + 1);

describe("a list that changes while it is read", () => {
  it.each([
    ["issues", {}],
    ["issues", { updated: { _min: "2026-01-01" } }],
    ["issues", { state: "open", updated: { _min: "2026-01-01" } }],
    ["pull-requests", {}],
    ["pull-requests", { updated: { _min: "2026-01-01" } }],
    ["pull-requests", { created: { _min: "2026-01-01" } }],
  ])(
    "loses no row of %s with the filter %j when others are updated, and doubles none",
    async (source, filter) => {
      const items = itemsOf(250);
      const updated = [3, 120, 240, 60, 200];
      await serveList(items, () => {
        const index = updated.pop();
        if (index !== undefined) update(items, index);
      });
      expect((await numbersOf(source, filter)).toSorted((a, b) => a - b)).toEqual(all);
    },
  );

  it.each(["issues", "pull-requests"])("loses no open row of %s when another is closed", async (source) => {
    const items = itemsOf(250);
    const closed = [150, 240, 10];
    await serveList(items, () => {
      const index = closed.pop();
      if (index !== undefined) update(items, index, { state: "closed" });
    });
    const numbers = await numbersOf(source, { state: "open" });
    expect(all.filter((number) => !numbers.includes(number) && ![11, 241, 151].includes(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("reads more issues of one second than fit on a page", async () => {
    await serveList(itemsOf(250, 0));
    const numbers = await numbersOf("issues", { updated: { _min: "2025-12-31" } });
    expect(numbers.toSorted((a, b) => a - b)).toEqual(all);
  });

  it.each([
    ["issues", "deleted", deleteThree],
    ["comments", "deleted", deleteThree],
    ["review-comments", "deleted", deleteThree],
    ["comments", "updated", updateMany],
  ] as const)("loses no row of %s of one second when others are %s", async (source, _what, change) => {
    const items = itemsOf(350, 0);
    const before = new Set(items.map(({ id }) => id));
    await serveList(items, () => change(items));
    const { status, body } = await served.rows(source, { ...place, updated: { _min: "2025-12-31" } });
    const ids = (body as readonly Item[]).map(({ id }) => id);
    expect({ status, doubled: ids.length - new Set(ids).size }).toEqual({ status: 200, doubled: 0 });
    expect(items.filter(({ id }) => before.has(id) && !ids.includes(id))).toEqual([]);
  });

  it("loses no stargazer when others of the first pages are replaced again and again", async () => {
    const items = itemsOf(350);
    let next = items.length;
    let requests = 0;
    served = await serveGithub(({ url }) => {
      requests += 1;
      const added = itemsOf(next + 3).slice(next);
      if (requests > 1) items.splice(0, items.length, ...items.slice(3), ...added);
      next += added.length;
      const oldestFirst = new URL(`${url.href}&state=all&sort=created&direction=asc`);
      const { headers, body } = listPage(items, oldestFirst);
      const stars = (body as readonly Item[]).map(({ id, created_at: starred }) => ({
        starred_at: starred,
        user: { id, login: `user${id}` },
      }));
      return { ...(headers && { headers }), body: stars };
    });
    const { status, body } = await served.rows("stargazers", place);
    const ids = (body as ReadonlyArray<{ readonly user_id: string }>).map((row) => Number(row.user_id));
    expect({ status, doubled: ids.length - new Set(ids).size }).toEqual({ status: 200, doubled: 0 });
    expect(items.filter(({ number, id }) => number <= 350 && !ids.includes(id))).toEqual([]);
  });
});

function deleteThree(items: Item[]): void {
  items.splice(0, 3);
}

/** Updates 90 of the items that were not updated before, which moves them to the end of a list sorted by update. */
function updateMany(items: Item[]): void {
  const left = items.flatMap((item, index) => (item.updated_at === item.created_at ? [index] : []));
  for (const index of left.filter((_, at) => at % 3 === 0).slice(0, 90)) update(items, index);
}

describe("requests per task", () => {
  it.each([
    ["updated", "2026-04-29"],
    ["created", "2026-04-29"],
    ["updated", "2026-04-28"],
    ["created", "2026-03-03"],
    ["updated", "2026-01-01"],
    ["created", "2026-01-02"],
  ])("reads one day of 20,000 pull requests, %s on %s, with at most four", async (field, day) => {
    // The list ends at midnight before 30 April 2026.
    const items = itemsOf(20_000, (119 * 24 * hour) / 20_000);
    await serveList(items);
    const numbers = await numbersOf("pull-requests", { [field]: { _min: day, _max: day } });
    const wanted = items.filter(({ created_at }) => created_at.startsWith(day)).map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(150);
    expect(served.upstream.requests.length).toBeLessThanOrEqual(4);
  });

  it.each(["2025-12-31", "2026-01-09", "2026-01-11", "2027-01-01"])(
    "finds the pull requests of %s among bursts and pauses",
    async (day) => {
      const items = itemsOf(1000).map((item, index) => {
        const time = new Date(start + Math.floor(index / 130) * 31 * hour + index * 1000)
          .toISOString()
          .replace(".000", "");
        return { ...item, created_at: time, updated_at: time };
      });
      await serveList(items);
      const numbers = await numbersOf("pull-requests", { created: { _min: day, _max: day } });
      const wanted = items.filter(({ created_at }) => created_at.startsWith(day)).map(({ number }) => number);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(wanted);
    },
  );

  it(`reads ${issueCount} issues with little more than a request per hundred, the first row after two`, async () => {
    const [open, hasFirstRow] = gate();
    const items = itemsOf(issueCount, 60_000);
    served = await serveGithub(async ({ url }) => {
      const page = Number(url.searchParams.get("page") ?? 1);
      const size = Number(url.searchParams.get("per_page"));
      // Pages after the second wait until the client has the first row. If the first row required them, the test would
      // hang.
      if (page > 2) await hasFirstRow;
      const next = new URL(url);
      next.searchParams.delete("page");
      const answer = listPage(items.slice((page - 1) * size, page * size), next);
      next.searchParams.set("page", String(page + 1));
      return page * size < issueCount
        ? { ...answer, headers: { link: `<${next.href}>; rel="next"` } }
        : answer;
    });
    const response = await served.open("issues", place);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    const decoder = new TextDecoder();
    let text = decoder.decode(first?.value, { stream: true });
    expect(text).toMatch(/^\[\s*\{"/);
    open();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      text += decoder.decode(part.value, { stream: true });
    const numbers = (JSON.parse(text) as readonly Item[]).map(({ number }) => number);
    expect(numbers).toEqual(items.map(({ number }) => number));
    // Pages overlap by some items.
    expect(served.upstream.requests.length).toBeLessThan((issueCount / 100) * 1.15);
  });
});

/** Returns a promise, preceded by the function that resolves it. */
function gate(): readonly [open: () => void, opened: Promise<void>] {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [open, opened];
}
