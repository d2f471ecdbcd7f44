import { Buffer } from "node:buffer";
import { constants, createHash, generateKeyPairSync, privateDecrypt } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { reader } from "@wellhead/test-support/programs/start-mariadb";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";
import {
  type Conversation,
  columnPacket,
  commands,
  endPacket,
  okPacket,
  preparedPackets,
  rowPacket,
  type StandIn,
  type StandInScript,
  salt,
  startStandIn,
} from "./start-stand-in.js";

let service: Service;

beforeAll(async () => {
  service = await serveMysql({ port: 0 }, { silenceTimeout: 2000 });
});

afterAll(() => service.app.close());

async function against<Value>(
  script: StandInScript,
  work: (standIn: StandIn) => Promise<Value>,
): Promise<Value> {
  const standIn = await startStandIn(script);
  try {
    return await work(standIn);
  } finally {
    standIn.stop();
  }
}

async function ask(port: number, path: string, more: object = {}) {
  const account = service.account({ port });
  const body = path === "/validate" ? { id: "database", fields: account } : { account, ...more };
  const answer = await service.post(path, body);
  return {
    status: answer.status,
    body: JSON.parse(answer.body) as { code?: string; error?: string; field?: string },
  };
}

const query = { source: "query", filter: { sql: "select 1 as wanted" } };
const isWanted = (packet: Buffer) => packet.includes("wanted");

/** Responds only to the typed query; other packets get the default response. */
function answering(
  rows: (conversation: Conversation) => void,
  columns: readonly string[] = ["wanted"],
): StandInScript {
  let asked = false;
  return {
    command: (packet, conversation) => {
      if (packet[0] === commands.prepare) {
        asked = isWanted(packet);
        if (asked) conversation.send(...preparedPackets(columns));
        return asked;
      }
      if (packet[0] !== commands.execute || !asked) return false;
      rows(conversation);
      return true;
    },
  };
}

describe("a hostile server", () => {
  it("that asks for a file gets nothing, whatever it was asked", async () => {
    const file = Buffer.concat([Buffer.of(0xfb), Buffer.from("/etc/passwd")]);
    const scripts: readonly StandInScript[] = [
      { command: (packet, { send }) => (packet[0] === commands.query ? (send(file), true) : false) },
      { command: (packet, { send }) => (packet[0] === commands.execute ? (send(file), true) : false) },
      answering(({ send }) => send(file)),
    ];
    for (const script of scripts) {
      await against(script, async ({ port, received }) => {
        const found = await ask(port, "/", query);
        expect(found).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
        expect(Buffer.concat(received).includes("root:")).toBe(false);
        const flags = received[0]?.readUInt32LE(0) ?? 0;
        // Must not agree to access to local files, several statements in one command, or session state changes.
        expect(flags & ((1 << 7) | (1 << 16) | (1 << 23))).toBe(0);
      });
    }
  });

  it("that says to go elsewhere is not followed", async () => {
    await against({}, async (elsewhere) => {
      const url = `mysql://127.0.0.1:${elsewhere.port}/?user=x&password=y`;
      const news = Buffer.concat([
        Buffer.from([0, 0, 0, 0x02, 0x40, 0, 0, 0]),
        Buffer.from(`Location: ${url}\0redirect_url${url}`),
      ]);
      const script: StandInScript = {
        signIn: (_, { send }) => (send(news), true),
        command: (packet, { send }) => (packet[0] === commands.query ? (send(news), true) : false),
      };
      await against(script, async ({ port }) => {
        expect((await ask(port, "/validate")).status).toBe(200);
      });
      expect(elsewhere.received).toEqual([]);
    });
  });

  it.runIf(isLong)("that returns endless rows for a catalogue query is disconnected", async () => {
    const script: StandInScript = {
      command: (packet, { send, socket }) => {
        if (packet[0] !== commands.execute) return false;
        send(Buffer.of(1), columnPacket("grant"), endPacket);
        const flood = () => {
          while (!socket.destroyed && socket.writableLength < 2 ** 20)
            send(...Array.from({ length: 2000 }, () => rowPacket("x".repeat(200))));
          if (!socket.destroyed) setImmediate(flood);
        };
        flood();
        return true;
      },
    };
    await against(script, async ({ port }) => {
      expect(await ask(port, "/validate")).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
    });
  });

  it("that streams endless rows stops when the caller leaves", async () => {
    const { url } = await service.app.listen({ port: 0 });
    const script = answering(({ send, socket }) => {
      send(Buffer.of(1), columnPacket("wanted"), endPacket);
      const flood = () => {
        while (!socket.destroyed && socket.writableLength < 2 ** 20)
          send(...Array.from({ length: 2000 }, () => rowPacket("x".repeat(200))));
        if (!socket.destroyed) setTimeout(flood, 1);
      };
      flood();
    });
    await against(script, async ({ port, sockets }) => {
      const body = JSON.stringify({ ...query, account: service.account({ port }) });
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      await once(socket, "connect");
      socket.write(
        `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      await once(socket, "data");
      socket.destroy();
      // One connection may stay idle for the next short task.
      await expect.poll(() => sockets.size, { timeout: 60_000 }).toBeLessThanOrEqual(1);
    });
  });

  it.each([
    [0, "+09:00", "time_zone"],
    [1, "1000", "sql_select_limit"],
    [2, "1024", "group_concat_max_len"],
    [4, "latin1", "character_set_results"],
    [5, "PAD_CHAR_TO_FULL_LENGTH", "sql_mode"],
  ])("that does not change setting %d is refused (%s)", async (index, value, name) => {
    const set = ["+00:00", "18446744073709551615", "67108864", "utf8mb4", "utf8mb4", ""];
    await against({ settings: set.with(index, value) }, async ({ port }) => {
      const found = await ask(port, "/", query);
      expect(found).toMatchObject({ status: 502, body: { code: "upstream_invalid" } });
      expect(found.body.error).toContain(`expected the setting ${name} to be`);
    });
  });

  it("that names columns oddly breaks no row", async () => {
    const names = ["__proto__", 'q"\n\u0000', "constructor", "", "", "ünï", "n".repeat(60_000)];
    const script = answering(({ send }) => {
      send(Buffer.of(names.length), ...names.map(columnPacket), endPacket);
      send(rowPacket(...names.map((_, index) => `v${index}`)), endPacket);
    }, names);
    await against(script, async ({ port }) => {
      const found = await service.post("/", { ...query, account: service.account({ port }) });
      expect(found.body).toContain("v0");
      const [row] = JSON.parse(found.body) as Record<string, string>[];
      expect(Object.values(row ?? {})).toEqual(names.map((_, index) => `v${index}`));
      expect(Object.keys(row ?? {})).toContain("column_5");
    });
  });

  it.each<[string, (conversation: Conversation) => void]>([
    [
      "more columns than it has said",
      ({ send }) => send(Buffer.of(2), columnPacket("a"), columnPacket("b"), endPacket),
    ],
    ["a million columns", ({ send }) => send(Buffer.from([0xfd, 0x40, 0x42, 0x0f]))],
    ["a column that ends early", ({ send }) => send(Buffer.of(1), columnPacket("wanted").subarray(0, 12))],
    [
      "a row that ends early",
      ({ send }) => send(Buffer.of(1), columnPacket("wanted"), endPacket, Buffer.from([0, 0, 9, 120])),
    ],
    [
      "a row of an impossible length",
      ({ send }) =>
        send(
          Buffer.of(1),
          columnPacket("wanted"),
          endPacket,
          Buffer.from([0, 0, 0xfe, 1, 0, 0, 0, 1, 0, 0, 0]),
        ),
    ],
    [
      "an empty row",
      ({ send }) => send(Buffer.of(1), columnPacket("wanted"), endPacket, Buffer.alloc(0), endPacket),
    ],
    ["the end of rows before any", ({ send }) => send(endPacket)],
    ["nothing", ({ socket }) => socket.destroy()],
  ])("that sends %s ends in a typed error", async (_, rows) => {
    await against(answering(rows), async ({ port }) => {
      const found = await ask(port, "/", query);
      expect([502, 503]).toContain(found.status);
    });
  });

  it.each<[string, Buffer]>([
    ["speaks HTTP", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["speaks an older protocol", Buffer.from([5, 0, 0, 0, 9, 53, 46, 48, 0])],
    ["cuts its greeting", Buffer.from([3, 0, 0, 0, 10, 53, 0])],
    ["sends an empty greeting", Buffer.from([0, 0, 0, 0])],
    [
      "refuses the address",
      Buffer.concat([Buffer.from([14, 0, 0, 0, 0xff, 0x6a, 0x04]), Buffer.from("not from so")]),
    ],
    ["is full", Buffer.concat([Buffer.from([11, 0, 0, 0, 0xff, 0x10, 0x04]), Buffer.from("too many")])],
  ])("that %s ends in a typed error", async (_, greeting) => {
    await against({ greeting }, async ({ port, sockets }) => {
      const answer = ask(port, "/validate");
      setTimeout(() => {
        for (const socket of sockets) socket.end();
      }, 500);
      expect([401, 502, 503]).toContain((await answer).status);
    });
  });
});

const password = Buffer.from(`${reader.password}\0`);

/** The `caching_sha2_password` response to the random bytes of the stand-in. */
function sha2Answer(): Buffer {
  const hash = (...parts: readonly Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
  const known = hash(Buffer.from(reader.password));
  const other = hash(hash(known), salt);
  return Buffer.from(known.map((byte, index) => byte ^ (other[index] ?? 0)));
}

describe("caching_sha2_password", () => {
  const plugin = "caching_sha2_password";

  it("signs in where the server has seen the password before", async () => {
    const script: StandInScript = {
      plugin,
      signIn: (packet, { send }) => {
        if (packet.includes(sha2Answer())) send(Buffer.from([1, 3]), okPacket);
        else send(Buffer.concat([Buffer.from([0xff, 0x15, 0x04]), Buffer.from("#28000Access denied")]));
        return true;
      },
    };
    await against(script, async ({ port }) => {
      expect((await ask(port, "/validate")).status).toBe(200);
    });
  });

  it("sends the password encrypted with the server's key when the server was not checked", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = Buffer.from(publicKey.export({ type: "spki", format: "pem" }));
    let told = Buffer.alloc(0);
    const script: StandInScript = {
      plugin: "mysql_native_password",
      signIn: (packet, { send }) => {
        if (packet.length === 32) send(Buffer.from([1, 4]));
        else if (packet.length === 1) send(Buffer.concat([Buffer.of(1), pem]));
        else if (packet.length === 256) {
          const mixed = privateDecrypt(
            { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING },
            packet,
          );
          const plain = Buffer.from(mixed.map((byte, index) => byte ^ (salt[index % 20] ?? 0)));
          told = plain;
          send(okPacket);
          return true;
        } else send(Buffer.concat([Buffer.of(0xfe), Buffer.from(`${plugin}\0`), salt, Buffer.of(0)]));
        return false;
      },
    };
    await against(script, async ({ port, received }) => {
      expect((await ask(port, "/validate")).status).toBe(200);
      expect(told).toEqual(password);
      expect(Buffer.concat(received).includes(password)).toBe(false);
    });
  });

  it.each([
    ["mysql_clear_password", "tls"],
    ["dialog", "user"],
    ["", "user"],
  ])("tells no password to a server that asks for it by %j", async (asked, field) => {
    const question = asked === "" ? Buffer.of(0xfe) : Buffer.from(`\u00fe${asked}\0`, "latin1");
    await against({ signIn: (_, { send }) => (send(question), false) }, async ({ port, received }) => {
      expect(await ask(port, "/validate")).toMatchObject({ status: 401, body: { field } });
      expect(Buffer.concat(received).includes(password.subarray(0, -1))).toBe(false);
    });
  });

  it("leaves a server that does not stop asking", async () => {
    const again = Buffer.concat([
      Buffer.of(0xfe),
      Buffer.from("mysql_native_password\0"),
      salt,
      Buffer.of(0),
    ]);
    await against({ signIn: (_, { send }) => (send(again), false) }, async ({ port }) => {
      expect((await ask(port, "/validate")).status).toBe(502);
    });
  });
});
