import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

/** A service with a connector whose author makes the most common mistakes. */
const program = `
  import { createApp } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
  import { defineConnector, text } from "@wellhead/sdk";
  const background = process.argv[1];
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const connector = defineConnector({
    id: "faulty", name: "Faulty", version: "1", description: "Faulty",
    identify: async () => ({ name: "Ada" }),
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: { how: text() },
        async *rows({ filter, signal }) {
          yield [{ id: 1 }];
          const fail = () => { throw new Error("in a timer, sk-secret"); };
          if (filter.how === "timer") setTimeout(fail, 1);
          if (filter.how === "promise") void (async () => { await wait(1); throw undefined; })();
          if (filter.how === "listener") { setTimeout(() => { process.emit("x"); }, 1); process.once("x", fail); }
          if (filter.how === "nothing") { await wait(1); return; }
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
        },
      }),
    }),
  });
  const app = await createApp({ connectors: [connector] });
  const { url } = await app.listen({ port: 0 });
  process.stderr.write(url + "\\n");
  if (background === "background") setTimeout(() => { throw new Error("of nobody"); }, 500);
`;

async function start(background = ""): Promise<{
  url: string;
  lines: () => { msg?: string; cause?: string; connector?: string }[];
  exited: Promise<unknown>;
  stop: () => void;
}> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, background], {
    cwd: new URL("../..", import.meta.url).pathname,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const exited = once(child, "close").then(([code]: unknown[]) => code);
  const [line] = (await once(child.stderr, "data")) as [Buffer];
  return {
    url: line.toString().trim(),
    // The program writes nothing else to standard output.
    lines: () =>
      log
        .split("\n")
        .filter((text) => text !== "")
        .map((text) => JSON.parse(text) as { msg?: string; cause?: string; connector?: string }),
    exited,
    stop: () => child.kill(),
  };
}

async function ask(url: string, how: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ source: "rows", filter: { how } }),
  });
  return response.text();
}

test("an error in a timer or a promise of a connector ends its request and no other", async () => {
  const service = await start();
  const [timer, promise, listener, fine] = await Promise.all(
    ["timer", "promise", "listener", "nothing"].map((how) => ask(service.url, how)),
  );
  for (const failed of [timer, promise, listener]) {
    expect(failed).toContain("__streamError");
    expect(failed).not.toContain("sk-secret");
  }
  expect(JSON.parse(fine ?? "")).toStrictEqual([{ id: 1 }]);
  expect(await ask(service.url, "nothing")).toBe('[{"id":1}]');
  service.stop();
  await service.exited;
});

test("an error that belongs to no request stops the service with a line, and exit code 1", async () => {
  const service = await start("background");
  expect(await ask(service.url, "nothing")).toBe('[{"id":1}]');
  expect(await service.exited).toBe(1);
  const last = service.lines().find(({ msg }) => msg?.startsWith("Stopped the service") === true);
  expect(last?.cause).toContain("of nobody");
});
