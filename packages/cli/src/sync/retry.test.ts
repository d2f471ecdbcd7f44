import { afterEach, beforeEach, expect, test } from "vitest";
import { type Run, runWellhead } from "../../test/run-wellhead.js";
import { type StartedConnector, SyncFolder } from "../../test/sync-folder.js";

let folder: SyncFolder;
beforeEach(async () => {
  folder = await SyncFolder.make();
});
afterEach(() => folder.remove());

const base = "/api/v1/synchronizer";
const requests = ["/", "/validate", `${base}/config`, `${base}/schema`, `${base}/data`];
const busy = { status: 503, headers: { "retry-after": "0" }, body: `{"message":"Restarting"}` };

const sync = ({ url }: StartedConnector, ...words: readonly string[]): Promise<Run> =>
  runWellhead(
    ["pull", url, "--sync", "t.sqlite", "--account", "env:ACCOUNT", "--filter", "team=a", ...words],
    { directory: folder.path, env: { ACCOUNT: `{"auth":"none"}` } },
  );
const rows = () => folder.readSqlite("t.sqlite", "select count(*), count(distinct id), sum(size) from issue");

test("every request of a copy is tried again after a temporary failure", async () => {
  const started = await folder.startPlain(25);
  const failures = new Map<string, number>();
  started.plain.spoil = (path) => {
    const count = (failures.get(path) ?? 0) + 1;
    failures.set(path, count);
    if (path === `${base}/schema` && count === 1) return { cutAfter: 10 };
    return count <= 3 ? busy : undefined;
  };
  const { code, stderr } = await sync(started);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect([...failures.keys()]).toEqual(requests);
  for (const subject of ["account", "configuration", "schema", "issue"])
    expect(stderr).toContain(`${subject}: tries again in 0 s: Restarting`);
  expect(await rows()).toEqual([[25, 25, 300]]);
});

test.each(requests)("%s is requested eight times, then the reason is reported", async (failing) => {
  const started = await folder.startPlain(25);
  let attempts = 0;
  started.plain.spoil = (path) => {
    if (path !== failing) return undefined;
    attempts += 1;
    return busy;
  };
  const { code, stderr } = await sync(started);
  expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("Restarting") });
  expect(attempts).toBe(8);
});

test.each([`${base}/config`, `${base}/schema`])("%s renews an account whose access expired", async (path) => {
  const started = await folder.startPlain(25);
  const seen: string[] = [];
  started.plain.spoil = (asked) => {
    seen.push(asked);
    const isFirst = seen.filter((one) => one === path).length === 1;
    return asked === path && isFirst ? { status: 401, body: `{"message":"Expired"}` } : undefined;
  };
  expect(await sync(started)).toMatchObject({ code: 0 });
  expect(seen.filter((one) => one === "/validate")).toHaveLength(2);
});

test.each([
  [{ status: 403, body: `{"message":"No"}` }, 1],
  [{ status: 503, headers: { "retry-after": "901" }, body: `{"message":"Closed"}` }, 1],
  [{ status: 503, body: `{"message":"Never","tryLater":false}` }, 1],
])("a configuration that is refused with %j is requested once", async (refusal, expected) => {
  const started = await folder.startPlain(1);
  let attempts = 0;
  started.plain.spoil = (path) => {
    if (path !== `${base}/config`) return undefined;
    attempts += 1;
    return refusal;
  };
  expect(await sync(started)).toMatchObject({ code: 3 });
  expect(attempts).toBe(expected);
});
