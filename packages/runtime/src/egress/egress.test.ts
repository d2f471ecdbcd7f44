import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import os from "node:os";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { egressRefusal } from "./address-policy.js";
import { Egress, type EgressOptions } from "./egress.js";

let server: Server;
let port: number;
let accepted = 0;
const open = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    accepted += 1;
    open.add(socket.on("error", () => undefined));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

async function dialled(options: EgressOptions, host: string, signal?: AbortSignal): Promise<string> {
  try {
    const socket = await new Egress(options).dial({ host, port, signal });
    const remote = socket.remoteAddress ?? "";
    socket.destroy();
    return remote;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("Egress", () => {
  it("`dial()` reaches a private address that the operator allows on that port", async () => {
    expect(await dialled({ allow: `127.0.0.1/32:${port}` }, "127.0.0.1")).toBe("127.0.0.1");
    expect(await dialled({ allow: "127.0.0.1/32:1" }, "127.0.0.1")).toBe(egressRefusal);
  });

  it("`dial()` dials the judged answers of a name", async () => {
    const allow = "127.0.0.0/8:*";
    expect(await dialled({ allow, resolve: async () => ["127.0.0.1"] }, "db.example")).toBe("127.0.0.1");
    expect(await dialled({ allow, resolve: async () => ["127.0.0.9", "127.0.0.1"] }, "db.example")).toBe(
      "127.0.0.1",
    );
  });

  it("`dial()` refuses a name when any of its answers is refused", async () => {
    const before = accepted;
    const allow = `127.0.0.1/32:${port}`;
    expect(await dialled({ allow, resolve: async () => ["127.0.0.1", "10.0.0.1"] }, "db.example")).toBe(
      egressRefusal,
    );
    expect(await dialled({ allow, resolve: async () => ["127.0.0.1", "nonsense"] }, "db.example")).toBe(
      egressRefusal,
    );
    expect(accepted).toBe(before);
  });

  it("`dial()` asks the resolver once, so that a flipping answer cannot be dialled", async () => {
    let asked = 0;
    const resolve = async () => [(asked += 1) === 1 ? "10.0.0.1" : "127.0.0.1"];
    expect(await dialled({ allow: `127.0.0.1/32:${port}`, resolve }, "flip.example")).toBe(egressRefusal);
    expect(asked).toBe(1);
  });

  it("`pin()` refuses an address of the machine itself, public or not", async () => {
    const egress = new Egress({ allow: "", ownAddresses: () => ["8.8.8.8"] });
    await expect(egress.pin({ host: "8.8.8.8", port: 80 })).rejects.toThrow(egressRefusal);
    await expect(egress.pin({ host: "::ffff:8.8.8.8", port: 80 })).rejects.toThrow(egressRefusal);
    await expect(egress.pin({ host: "8.8.4.4", port: 80 })).resolves.toMatchObject({
      addresses: ["8.8.4.4"],
    });
  });

  it("`pin()` refuses the addresses of all network interfaces of the machine", async () => {
    const { networkInterfaces } = os;
    const onlyAddress = (address: string) => [{ address }] as os.NetworkInterfaceInfo[];
    os.networkInterfaces = () => ({
      lo: undefined,
      eth0: onlyAddress("8.8.8.8"),
      eth1: onlyAddress("8.8.4.4"),
    });
    syncBuiltinESMExports();
    onTestFinished(() => {
      os.networkInterfaces = networkInterfaces;
      syncBuiltinESMExports();
    });
    const egress = new Egress({ allow: "" });
    for (const host of ["8.8.8.8", "8.8.4.4"])
      await expect(egress.pin({ host, port: 80 })).rejects.toThrow(egressRefusal);
    expect((await egress.pin({ host: "9.9.9.9", port: 80 })).addresses).toEqual(["9.9.9.9"]);
  });

  it("`pin()` compares addresses of the machine by family, and skips what is none", async () => {
    // The second has the number of 8.8.4.4.
    const ownAddresses = () => ["no address", "::808:404", "2a00:1450:4001:81b::1"];
    const egress = new Egress({ allow: "", ownAddresses });
    await expect(egress.pin({ host: "2a00:1450:4001:81b::1", port: 80 })).rejects.toThrow(egressRefusal);
    for (const host of ["8.8.4.4", "2a00:1450:4001:81b::2"])
      expect((await egress.pin({ host, port: 80 })).addresses).toEqual([host]);
  });

  it("`pin()` asks the resolver of the system for all addresses of a name", async () => {
    const egress = new Egress({ allow: "127.0.0.0/8:*,[::1/128]:*" });
    const { name, addresses } = await egress.pin({ host: "localhost", port: 80 });
    expect(name).toBe("localhost");
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(["127.0.0.1", "::1"]).toContain(address);
  });

  it.each([0, 65_536, 1.5, Number.NaN])("`pin()` refuses port %s", async (wrong) => {
    await expect(new Egress({ allow: "" }).pin({ host: "8.8.8.8", port: wrong })).rejects.toThrow(
      egressRefusal,
    );
  });

  it.each(["", ".", "a b", "user@host", "[::1"])("`pin()` refuses %j, which is no host", async (host) => {
    const egress = new Egress({ allow: "0.0.0.0/0:*", resolve: async () => ["8.8.8.8"] });
    await expect(egress.pin({ host, port: 80 })).rejects.toThrow(egressRefusal);
  });

  it("`dial()` says when a name is unknown, has no address, or is not answered in time", async () => {
    const cause = new Error("ENOTFOUND");
    const failing = new Egress({ resolve: () => Promise.reject(cause) }).dial({ host: "no.example", port });
    await expect(failing).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: expect.stringContaining("name is not known") as string,
      cause,
    });
    expect(await dialled({ resolve: async () => [] }, "no.example")).toMatch(/name is not known/);
    const silent = () => new Promise<never>(() => {});
    expect(await dialled({ resolve: silent, resolveTimeout: 20 }, "no.example")).toMatch(
      /no response within 20 ms/,
    );
  });

  it("`with()` replaces rules and keeps the other options", async () => {
    const layer = { send: () => Promise.reject(new Error("unused")) };
    const egress = new Egress({
      allow: `127.0.0.1/32:${port}`,
      resolve: async () => ["127.0.0.1"],
      authorities: ["PEM"],
      layer,
    });
    const reaching = egress.with({ reach: ["db.example"] });
    expect(await reaching.pin({ host: "db.example", port })).toMatchObject({ addresses: ["127.0.0.1"] });
    await expect(reaching.pin({ host: "other.example", port })).rejects.toThrow("does not lead there");
    expect(reaching).toMatchObject({ allow: egress.allow, authorities: egress.authorities, layer });
    await expect(egress.with({ allow: "" }).pin({ host: "db.example", port })).rejects.toThrow(egressRefusal);
  });

  it("trusts further authorities in addition to those of Node", () => {
    expect(new Egress({ authorities: ["PEM"] }).authorities).toEqual([...rootCertificates, "PEM"]);
    expect(new Egress().authorities).toBeUndefined();
  });

  it("`dial()` says when nothing listens", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const free = (closed.address() as AddressInfo).port;
    closed.close();
    await once(closed, "close");
    const dialling = new Egress({ allow: "127.0.0.1/32:*" }).dial({ host: "127.0.0.1", port: free });
    await expect(dialling).rejects.toMatchObject({
      code: "upstream_unavailable",
      message: expect.stringMatching(/nothing listens/) as string,
    });
  });

  it("`dial()` stops when the signal is aborted, before and while the name is looked up", async () => {
    const gone = new Error("gone");
    expect(await dialled({ allow: "127.0.0.1/32:*" }, "127.0.0.1", AbortSignal.abort(gone))).toBe("gone");
    const controller = new AbortController();
    const silent = () => new Promise<never>(() => {});
    const dialling = dialled({ resolve: silent }, "slow.example", controller.signal);
    controller.abort(gone);
    expect(await dialling).toBe("gone");
  });
});
