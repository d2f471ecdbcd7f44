import { setTimeout as wait } from "node:timers/promises";
import { timed } from "./timed.mjs";

// Sends requests to the address in its argument, one after the other. Announces that the first was answered, and the
// milliseconds that each took between the messages "measure" and "end".

/** Milliseconds between a response and the next request. */
const pauseMs = 5;

const [, , address] = process.argv;
const send = () => timed(async () => (await fetch(address)).text());

let times = [];
let isRunning = true;
process.on("message", (message) => {
  if (message === "measure") times = [];
  else isRunning = false;
});

await send();
process.send("ready");
while (isRunning) {
  times.push(await send());
  await wait(pauseMs);
}
process.send(times);
process.disconnect();
