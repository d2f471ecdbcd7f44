import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Connector, isConnectorError } from "@wellhead/sdk";
import { usageError } from "../command-line/command-error.js";
import { bridgeConnectors } from "../command-line/usage/serve-usage.js";

/** A program on this machine, named by its protocol and the file that describes it. */
export interface NamedBridge {
  readonly kind: (typeof bridgeConnectors)[number];
  readonly file: string;
}

/** The folder of relative paths, and how connectors get their ids. */
export interface ServeBridgeOptions {
  readonly directory: string;
  /** Returns a free id for the connector of a file. */
  readonly idOf: (file: string) => string;
}

/**
 * @param word - A word of the command line
 * @returns The program that it names, such as `airbyte:./faker.json`; `undefined` when it names none
 */
export function bridgeIn(word: string): NamedBridge | undefined {
  const kind = bridgeConnectors.find((one) => word.startsWith(`${one}:`));
  return kind === undefined ? undefined : { kind, file: word.slice(kind.length + 1) };
}

/**
 * Makes the connector of a program.
 *
 * @param bridge - Its protocol and its file
 * @param options - Folder and ids
 * @returns The connector
 * @throws CommandError when there is no such file, the file has a fault, or the program cannot be started
 */
export async function serveBridge(
  { kind, file }: NamedBridge,
  { directory, idOf }: ServeBridgeOptions,
): Promise<Connector> {
  const word = `${kind}:${file}`;
  const full = resolve(directory, file);
  const stats = file === "" ? undefined : await stat(full).catch(() => undefined);
  if (stats?.isFile() !== true) {
    throw usageError(`Could not serve "${word}": there is no file "${file}".`, {
      details: [`For example: wellhead serve ${kind}:./${kind}.json`],
    });
  }
  const { loadBridge } = await import("@wellhead/bridges");
  try {
    return await loadBridge(kind, full, { id: idOf(file) });
  } catch (error) {
    if (error instanceof TypeError || isConnectorError(error))
      throw usageError(`Could not serve "${word}". ${error.message}`, { cause: error });
    throw error;
  }
}
