import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDevFolder } from "../../test/dev-folder.js";
import { importModule } from "../serve/import-module.js";
import { showFault } from "./dev-state.js";
import { findFault } from "./find-fault.js";
import { refuseFetch } from "./refuse-fetch.js";

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    return error;
  }
}

test("fetch in a file of the author is refused with its line, and not in a package", async () => {
  const folder = await makeDevFolder();
  const { fetch } = globalThis;
  refuseFetch();
  try {
    await folder.save("fetches.ts", '\nexport default async () => (await fetch("data:,x")).text();\n');
    // The file exports a function.
    const call = (await importModule(join(folder.path, "fetches.ts"))) as () => Promise<string>;
    const error = await failureOf(call());
    const shown = await showFault(findFault(error), folder.path);
    expect(shown.message).toContain("expected a request of `http`");
    expect(shown.place).toMatch(/^fetches\.ts:2:/);
    expect(shown.page).toBe("packages/sdk/README.md#http");
    // A module of a package is not in the author's folder.
    const source = "data:text/javascript,export default () => fetch('data:,x')";
    const packaged: unknown = await import(source);
    const answer = await (packaged as { readonly default: () => Promise<Response> }).default();
    expect(await answer.text()).toBe("x");
  } finally {
    globalThis.fetch = fetch;
    await folder.remove();
  }
});
