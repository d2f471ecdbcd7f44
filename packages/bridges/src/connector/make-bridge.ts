import { basename } from "node:path";
import {
  type AnyAccount,
  type Connector,
  type DiscoverContext,
  defineConnector,
  didYouMean,
  type Log,
  type MakeSource,
  type Sources,
} from "@wellhead/sdk";
import type { Stream } from "../specification/stream.js";
import type { RunContext } from "../tool/run-context.js";
import type { Tool } from "../tool/tool.js";
import type { BridgeOptions } from "../tool/tool-options.js";
import { ToolRunner } from "../tool/tool-runner.js";
import { OpenTool } from "./open-tool.js";
import { chosenSource, knownSource, namedSource } from "./stream-source.js";

/** What one of the protocols adds. */
export interface BridgeProtocol {
  /** Id of the connector if it has no other. */
  readonly id: string;
  /** Word for a program of the protocol. */
  readonly kind: string;
  /** Makes the program. */
  readonly makeTool: (runner: ToolRunner) => Tool;
  /** Logo of the connector. */
  readonly logo: URL;
}

const silent: Log = { info: () => undefined, warn: () => undefined };

/**
 * Makes the connector of a program.
 *
 * @param options - The program
 * @param protocol - The protocol that it speaks
 * @returns The connector
 * @throws ConnectorError when the program does not say which configuration it needs
 */
export async function makeBridge(options: BridgeOptions, protocol: BridgeProtocol): Promise<Connector> {
  if (process.platform === "win32")
    throw new TypeError("Could not make a bridge: it needs the process groups of a POSIX system.");
  const { id = protocol.id } = options;
  const name = options.name ?? nameOf(options, protocol.kind);
  const runner = new ToolRunner(options, name);
  const tool = protocol.makeTool(runner);
  const specification = await tool.specify(ownContext(silent));
  const open = new OpenTool({ tool, runner, options: { ...options, name }, id }, specification);
  const { site } = specification;
  return defineConnector({
    id,
    name,
    version: "1.0.0",
    description: options.description ?? `Streams of the ${protocol.kind} "${name}"`,
    ...(site !== undefined && URL.canParse(site) && { site }),
    logo: protocol.logo,
    accounts: open.accounts,
    identify: (context) => open.identify(context),
    ...sourcesOf(open),
    close: () => runner.close(),
  });
}

type SourceMembers =
  | { readonly sources: (make: MakeSource<AnyAccount>) => Sources }
  | {
      readonly discover: (
        make: MakeSource<AnyAccount>,
        id?: string,
        context?: DiscoverContext,
      ) => Promise<Sources>;
    };

/** The sources are the streams of the operator's configuration, the streams that the operator names, or one that a person chooses. */
function sourcesOf(open: OpenTool): SourceMembers {
  const { config, streams } = open.options;
  if (config === undefined && "account" in open.accounts) {
    return {
      sources: (make) =>
        streams === undefined
          ? { stream: chosenSource(make, open) }
          : Object.fromEntries(streams.map((id) => [id, namedSource(make, open, id)])),
    };
  }
  let last: { readonly streams: readonly Stream[]; readonly sources: Sources } | undefined;
  return {
    discover: async (make, _id, context) => {
      const found = await open.streams(ownContext(context?.log ?? silent));
      if (last?.streams === found) return last.sources;
      const sources = Object.fromEntries(
        chosenStreams(found, streams).map((stream) => [stream.id, knownSource(make, open, stream)]),
      );
      last = { streams: found, sources };
      return sources;
    },
  };
}

function chosenStreams(found: readonly Stream[], ids: readonly string[] | undefined): readonly Stream[] {
  if (ids === undefined) return found;
  const known = found.map(({ id }) => id);
  const wrong = ids.find((id) => !known.includes(id));
  if (wrong !== undefined) {
    throw new TypeError(
      `Could not list the streams: the program has no stream "${wrong}".${didYouMean(wrong, known)} Correct "streams".`,
    );
  }
  return found.filter(({ id }) => ids.includes(id));
}

/** The context of a run that belongs to the service, not to a request. */
function ownContext(log: Log): RunContext {
  return { log, signal: new AbortController().signal, caller: "service", account: { kind: "none" } };
}

/** Names a program by its file: that of a script, a container image, or the program itself. */
function nameOf({ command, args = [] }: BridgeOptions, kind: string): string {
  const script = args.find(
    (arg) => /\.(?:py|js|mjs|cjs|ts|sh|rb|jar)$/.test(arg) || /^[\w.-]+\/[\w./-]+(?::[\w.-]+)?$/.test(arg),
  );
  const stem = basename(script ?? command).replace(/:[\w.-]+$|\.\w+$/, "");
  return stem === "" ? kind : stem;
}
