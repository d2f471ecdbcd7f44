// Takes the pictures of the console in docs/images: `npm run pictures`, after a build.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
const views = [
  {
    name: "rows",
    source: "bike-trips",
    tab: "rows",
    looks: ["1440-light", "1440-dark", "1024-light", "390-light"],
  },
  { name: "chart", source: "energy-mix", tab: "chart", looks: ["1440-dark", "1024-dark", "390-dark"] },
];
const heights = new Map([
  [1_440, 900],
  [1_024, 768],
  [390, 844],
]);

const words = ["packages/cli/bin/wellhead.js", "serve", "samples", "--port", "0"];
const service = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "ignore"] });
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const address = await printedAddress();
  for (const { name, source, tab, looks } of views) {
    for (const look of looks) await takePicture(`${address}#source=${source}&tab=${tab}`, { name, look });
  }
} finally {
  await browser.close();
  service.kill();
}

/** @returns {Promise<string>} The address of the console, which the service prints. */
function printedAddress() {
  return new Promise((resolve) => {
    let printed = "";
    service.stdout.on("data", (part) => {
      printed += String(part);
      const found = /in the browser: (\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
}

/**
 * Takes one picture.
 *
 * @param {string} address Address of the view.
 * @param {{ name: string; look: string }} picture Name of the view, and width and theme such as `1024-dark`.
 */
async function takePicture(address, { name, look }) {
  const [width, theme] = look.split("-");
  const page = await browser.newPage({
    viewport: { width: Number(width), height: heights.get(Number(width)) ?? 900 },
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  await page.goto(address);
  await page.getByTestId("ending").waitFor();
  await page.locator(".plot svg path").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${root}docs/images/console-${name}-${look}.png` });
  await page.close();
}
