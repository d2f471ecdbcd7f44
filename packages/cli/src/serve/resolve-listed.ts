import type { Connector } from "@wellhead/sdk";
import { type IsolatedConnector, isIsolated, isolated } from "@wellhead/server";
import { usageError } from "../command-line/command-error.js";
import type { ConnectorLoad } from "./connector-load.js";
import type { IsolatedArgument } from "./load-isolated.js";
import { isFollowedByPath, resolveConnector, resolvePathConnector } from "./resolve-connector.js";
import type { ListedPath, WellheadConfig } from "./wellhead-config.js";

type Listed = WellheadConfig["connectors"][number];

/** Options for turning words into connectors. */
interface ResolveListedOptions {
  /** Folder that relative paths are resolved against. */
  readonly directory: string;
  readonly isolatesAll: boolean;
  readonly load: ConnectorLoad;
  /** Maximum number of files of a folder. Default: that of the files connector. */
  readonly maxFiles?: number;
  /** ClickHouse servers that read files. Default: the service itself reads them. */
  readonly engine?: string;
}

/** Connectors, and what the configuration sets next to their paths. */
interface ResolvedConnectors {
  readonly connectors: readonly (Connector | IsolatedConnector)[];
  /** The paths by connector id, without those of isolated connectors. */
  readonly own: ReadonlyMap<string, ListedPath>;
}

/**
 * Turns the connectors of a configuration, or the words of a command line, into connectors.
 *
 * @param listed - The connectors
 * @param options - Where paths are, and how they are loaded
 * @returns The connectors, and what is set next to their paths
 * @throws CommandError when a word does not name a connector
 */
export async function resolveListed(
  listed: readonly Listed[],
  { directory, isolatesAll, load, ...limits }: ResolveListedOptions,
): Promise<ResolvedConnectors> {
  const taken = new Set(
    listed.flatMap((item) => (typeof item === "object" && "id" in item ? [item.id] : [])),
  );
  const connectors: (Connector | IsolatedConnector)[] = [];
  const own = new Map<string, ListedPath>();
  const rest = [...listed];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const item = next;
    const isPath = typeof item === "object" && "path" in item;
    const word = isPath ? item.path : item;
    if (typeof word !== "string") {
      if (isolatesAll && !isIsolated(word)) throw notAPath(word);
      connectors.push(isIsolated(word) ? word : load.add(word));
      continue;
    }
    const isFollowed = await isFollowedByPath(word, directory);
    const [following] = rest;
    const path = isFollowed && typeof following === "string" ? following : undefined;
    if (path !== undefined) rest.shift();
    const options = { directory, taken, load, ...limits };
    if (isolatesAll || (isPath && item.isolate)) {
      const argument = {
        word,
        directory,
        taken: [...taken],
        ...limits,
        ...(path !== undefined && { path }),
      };
      connectors.push(isolateWord(argument, isPath ? item : undefined));
      continue;
    }
    const connector = isFollowed
      ? await resolvePathConnector(word, path, options)
      : await resolveConnector(word, options);
    connectors.push(connector);
    if (isPath) own.set(connector.id, item);
  }
  return { connectors, own };
}

function isolateWord(
  argument: IsolatedArgument,
  { allow, limits }: Partial<ListedPath> = {},
): IsolatedConnector {
  return isolated(new URL("../../dist/serve/load-isolated.js", import.meta.url), {
    exportName: "loadIsolated",
    argument,
    ...(allow !== undefined && { allow }),
    ...(limits !== undefined && { limits }),
  });
}

function notAPath({ id }: Connector): Error {
  return usageError(
    `Could not isolate the connector "${id}": the configuration lists the connector itself. List its module instead, such as { path: "./${id}.ts", isolate: true }.`,
  );
}
