import { fileURLToPath } from "node:url";
import type { Connector } from "@wellhead/sdk";
import { consoleRoutes, createApp } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";

/** A service with a console. */
export interface ConsoleService {
  /** Address of the console's page. */
  readonly url: string;
  close(): Promise<void>;
}

const folder = fileURLToPath(new URL("../dist/page", import.meta.url));

/** Serves connectors together with the console. Further addresses are added to the list unchanged. */
export async function startConsole(
  connectors: readonly Connector[],
  elsewhere: readonly string[] = [],
): Promise<ConsoleService> {
  const app = await createApp({ connectors, logger: false });
  const listed = [...connectors.map(({ id }) => `/${id}/`), ...elsewhere];
  await app.fastify.register(consoleRoutes, {
    prefix: "/console",
    folder,
    connectors: listed,
    data: async (reach) => new Workbench(reach),
  });
  const { url } = await app.listen({ port: 0 });
  return { url: `${url.replace(/\/$/, "")}/console/`, close: () => app.close() };
}
