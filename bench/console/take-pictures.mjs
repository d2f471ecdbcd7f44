// Takes the pictures of the console in docs/images: `npm run write pictures`, after a build.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { startShop } from "./careless-shop.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
// What each view has in its address, and what it shows once it is there.
const views = [
  {
    name: "rows",
    fragment: "source=bike-trips&tab=rows",
    ready: ".plot svg path",
    looks: ["1440-light", "1440-dark", "1024-light", "390-light"],
  },
  {
    name: "chart",
    fragment: "source=energy-mix&tab=chart",
    ready: ".plot svg path",
    looks: ["1440-dark", "1024-dark", "390-dark"],
  },
  {
    name: "sql",
    fragment: "source=energy-mix&tab=sql",
    ready: ".cm-line",
    press: "Run the statement",
    looks: ["1440-light", "1024-dark", "390-light"],
  },
  {
    name: "requests",
    fragment: "source=bike-trips&tab=requests",
    ready: ".exchange-detail",
    looks: ["1440-light", "1024-dark", "390-light"],
  },
  // Nothing listens on this port of this machine.
  {
    name: "error",
    fragment: "connector=http%3A%2F%2F127.0.0.1%3A1%2F",
    ready: ".advice",
    looks: ["1440-light", "1024-dark", "390-light"],
  },
];
// The same of a connector that is not ours.
const shopViews = [
  {
    name: "empty",
    fragment: "source=returns&tab=rows",
    ready: ".empty",
    looks: ["1440-light", "1024-dark", "390-light"],
  },
  {
    name: "check",
    fragment: "source=orders&tab=check",
    ready: ".judge",
    press: "Check the connector",
    shown: ".finding-detail",
    looks: ["1440-light", "1024-dark", "390-light"],
  },
  {
    name: "synchronize",
    fragment: "source=orders&tab=sync",
    ready: ".relations",
    press: "Synchronize",
    shown: ".sync-changes",
    looks: ["1440-light", "1024-dark", "390-light"],
  },
];
const heights = new Map([
  [1_440, 900],
  [1_024, 768],
  [390, 844],
]);

const shop = await startShop();
const ours = start("serve", "samples");
const theirs = start("console", shop.url);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  await takePictures(await printedAddress(ours), views);
  await takePictures(await printedAddress(theirs), shopViews);
} finally {
  await browser.close();
  ours.kill();
  theirs.kill();
  shop.close();
}

/**
 * @param {string[]} words Command and its argument.
 * @returns {import("node:child_process").ChildProcess} The running program.
 */
function start(...words) {
  const program = ["packages/cli/bin/wellhead.js", ...words, "--port", "0"];
  return spawn(process.execPath, program, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
}

/**
 * @param {import("node:child_process").ChildProcess} service The running program.
 * @returns {Promise<string>} The link to the console, which it prints.
 */
function printedAddress(service) {
  return new Promise((resolve) => {
    let printed = "";
    service.stdout.on("data", (part) => {
      printed += String(part);
      const found = /(?:in the browser:|Open) (\S+#\S*key=\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}

/**
 * @param {string} link Link to the console, which opens it for one profile of a browser.
 * @param {typeof views | typeof shopViews} list What to take pictures of.
 */
async function takePictures(link, list) {
  const profile = await browser.newContext({ reducedMotion: "reduce" });
  // A busy machine is slow, and has no wrong pictures.
  profile.setDefaultTimeout(300_000);
  const first = await profile.newPage();
  await first.goto(link);
  await first.locator(".rail-list a, .rail-list button").first().waitFor();
  await first.close();
  const address = link.replace(/#.*/, "");
  for (const { looks, ...view } of list) {
    for (const look of looks) await takePicture(profile, `${address}#${view.fragment}`, { ...view, look });
  }
  await profile.close();
}

/**
 * Takes one picture.
 *
 * @param {import("playwright-core").BrowserContext} profile The profile that has opened the console.
 * @param {string} address Address of the view.
 * @param {{ name: string; ready: string; press?: string; shown?: string; look: string }} picture Name of the view,
 *   selector of what it shows, button to press then, selector of what that shows, and width and theme such as `1024-dark`.
 */
async function takePicture(profile, address, { name, ready, press, shown, look }) {
  const [width, theme] = look.split("-");
  const page = await profile.newPage();
  await page.setViewportSize({ width: Number(width), height: heights.get(Number(width)) ?? 900 });
  await page.emulateMedia({ colorScheme: theme === "dark" ? "dark" : "light" });
  await page.goto(address);
  await page.locator(ready).first().waitFor({ state: "attached" });
  if (press !== undefined) await page.getByRole("button", { name: press, exact: true }).click();
  if (shown !== undefined) await page.locator(shown).first().waitFor();
  if (name !== "error") await page.getByTestId("ending").waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${root}docs/images/console-${name}-${look}.png` });
  await page.close();
}
