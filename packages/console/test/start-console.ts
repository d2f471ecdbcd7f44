import { fileURLToPath } from "node:url";
import type { Connector } from "@wellhead/sdk";
import { consoleRoutes, createApp, StartProof } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";
import type { BrowserContext } from "playwright-core";

/** A service with a console. */
export interface ConsoleService {
  /** Address of the console's page. */
  readonly url: string;
  close(): Promise<void>;
}

/** Folder of the built page. */
export const pageFolder = fileURLToPath(new URL("../dist/page", import.meta.url));

/** The consoles that are running, by their address. */
const running = new Map<string, StartProof>();

/** Serves connectors together with the console. Further addresses are added to the list unchanged. */
export async function startConsole(
  connectors: readonly Connector[],
  elsewhere: readonly string[] = [],
): Promise<ConsoleService> {
  const app = await createApp({ connectors, logger: false });
  const listed = [...connectors.map(({ id }) => `/${id}/`), ...elsewhere];
  const proof = new StartProof({ path: "/console" });
  await app.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder: pageFolder,
    proof,
    connectors: listed,
    data: async (reach) => new Workbench(reach),
  });
  const { url } = await app.listen({ port: 0 });
  const page = `${url.replace(/\/$/, "")}/console/`;
  running.set(page, proof);
  const close = async (): Promise<void> => {
    running.delete(page);
    await app.close();
  };
  return { url: page, close };
}

/** Gives a browser what it gets for the link of each console that is running. */
export async function openLinks(context: BrowserContext): Promise<void> {
  for (const [page, proof] of running) {
    const key = new URL(proof.linkTo(page)).hash.replace("#key=", "");
    const answer = await fetch(new URL("session", page), { method: "POST", body: JSON.stringify({ key }) });
    const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? "") ?? [];
    await context.addCookies([{ name, value, url: page, httpOnly: true, sameSite: "Strict" }]);
    // The answer of the console has this member.
    const { token } = (await answer.json()) as { readonly token: string };
    await context.addInitScript(
      ([origin = "", text = ""]) => {
        if (location.origin === origin) localStorage.setItem("wellhead.page-token", text);
      },
      [new URL(page).origin, token],
    );
  }
}
