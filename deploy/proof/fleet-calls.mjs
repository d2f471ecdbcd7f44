import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const client = fileURLToPath(new URL("fleet-client.py", import.meta.url));
const providerProgram = fileURLToPath(new URL("serve-provider.mjs", import.meta.url));

/** An account whose access token has expired. */
export function expiredAccount(refreshToken) {
  return { access_token: "old", refresh_token: refreshToken, expires_on: "2020-01-01T00:00:00.000Z" };
}

/**
 * Starts a client that sends requests through the proxy of a fleet.
 *
 * @returns {Promise<() => Promise<Map<string, number>>>} Ends the client, and returns how many requests ended in which way.
 */
export async function startClient({ machine, folder, token, host }, task) {
  const child = machine.enter("python3", [client], { stdio: ["pipe", "pipe", "inherit"] });
  const settings = { authority: join(folder, "tls.crt"), token, host, ...task };
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const ended = once(child, "close");
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (said += part));
  await once(child.stdout, "data");
  return async () => {
    child.stdin.end();
    await ended;
    return new Map(Object.entries(JSON.parse(said.split("\n")[1])));
  };
}

/** Starts a provider in the network of the machine. */
export async function startProvider(machine) {
  const child = machine.enter(process.execPath, [providerProgram], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [address] = await once(child, "message");
  const ask = async (question) => {
    const answer = once(child, "message");
    child.send(question);
    const [message] = await answer;
    return message;
  };
  return {
    address,
    grant: () => ask("grant"),
    counts: () => ask("counts"),
    stop: () => child.kill("SIGKILL"),
  };
}

/** The connector whose users sign in at the provider. */
export function trackerText(provider) {
  return `
    import { defineConnector, id, oauth2 } from "@wellhead/sdk";
    const provider = ${JSON.stringify(provider)};
    export default defineConnector({
      id: "tracker", name: "Tracker", version: "1.0.0", description: "Issues",
      http: { baseUrl: provider },
      accounts: {
        oauth2: oauth2({
          name: "Tracker", authorize: provider + "/authorize", token: provider + "/token", clientId: "client", clientSecret: "secret",
        }),
      },
      identify: async ({ http }) => ({ name: (await http.get("me").json()).name }),
      sources: (source) => ({ issues: source({ name: "Issues", fields: { id: id() }, rows: () => [{ id: "1" }] }) }),
    });`;
}
