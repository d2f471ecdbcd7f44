import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it } from "vitest";
import { connectPinned } from "./connect-pinned.js";
import { isEgressRefused } from "./egress-refused.js";

it("`connectPinned()` refuses a far end that is not the address that was checked", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const target = { name: "api.example", port };
  const checked = await connectPinned({ ...target, addresses: ["127.0.0.1"] }, { timeout: 5000 });
  checked.destroy();
  // The operating system routes this address to its own loopback address.
  const refused = connectPinned({ ...target, addresses: ["0.0.0.0"] }, { timeout: 5000 });
  await expect(refused).rejects.toSatisfy(isEgressRefused);
  server.close();
});
