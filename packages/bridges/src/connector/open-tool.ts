import {
  type AccountKinds,
  type AnyAccount,
  accountKey,
  didYouMean,
  fields,
  type Identity,
  inputInvalid,
  none,
} from "@wellhead/sdk";
import { AccountConfig } from "../account/account-config.js";
import { formOf } from "../account/account-form.js";
import type { Specification, ToolConfig } from "../specification/specification.js";
import type { Stream } from "../specification/stream.js";
import type { RunContext } from "../tool/run-context.js";
import type { Tool, ToolRequest } from "../tool/tool.js";
import type { BridgeOptions } from "../tool/tool-options.js";
import type { ToolRunner } from "../tool/tool-runner.js";
import { StateJournal } from "./state-journal.js";
import { StreamCatalogue } from "./stream-catalogue.js";

/** Maximum number of accounts whose changed configuration is remembered. */
const maxChanged = 1000;
/** Name of the property of a configuration that says from when rows are read. */
const startProperty = /^start_?date(?:_?time)?$/i;

/** A program, with everything that is known of it and of its accounts. */
export class OpenTool {
  readonly tool: Tool;
  readonly runner: ToolRunner;
  readonly options: BridgeOptions;
  /** Kinds of accounts of the connector. */
  readonly accounts: AccountKinds;
  /** Property of the configuration that says from when rows are read; `undefined` when it has none. */
  readonly start: { readonly name: string; readonly isDay: boolean } | undefined;
  readonly #id: string;
  readonly #config: AccountConfig;
  readonly #catalogue: StreamCatalogue;
  /** States of incremental readings. */
  readonly states: StateJournal;
  /** Configurations that the program has changed, such as refreshed tokens, by the key of the account. */
  readonly #changed = new Map<string, ToolConfig>();

  /**
   * @param parts - The program, how it is run, and its options
   * @param specification - What it says of its configuration
   */
  constructor(
    { tool, runner, options, id }: Pick<OpenTool, "tool" | "runner" | "options"> & { readonly id: string },
    specification: Specification,
  ) {
    this.tool = tool;
    this.runner = runner;
    this.options = options;
    this.#id = id;
    const form = formOf(specification.schema);
    const { config, fixed } = options;
    this.#config = new AccountConfig(form, specification, config ?? fixed);
    const open = Object.fromEntries(
      form.entries
        .filter(({ path }) => !Object.hasOwn(fixed ?? {}, path[0] ?? ""))
        .map((entry) => [entry.id, entry.field]),
    );
    const isOpen = config === undefined && Object.keys(open).length > 0;
    this.accounts = isOpen
      ? { account: fields({ title: options.name ?? "Account", fields: open }) }
      : { none: none() };
    const start = form.entries.find(({ path }) => path.length === 1 && startProperty.test(path[0] ?? ""));
    this.start = start && { name: start.path[0] ?? "", isDay: isDayProperty(specification, start.path[0]) };
    this.#catalogue = new StreamCatalogue(options.now);
    this.states = new StateJournal(options.states);
  }

  /**
   * @param account - An account
   * @param start - Instant from which rows are read. Default: that of the account
   * @returns What the program gets
   */
  requestOf(account: AnyAccount, start?: string): ToolRequest {
    const config = this.#changed.get(this.#keyOf(account)) ?? this.#config.of(account);
    const secrets = this.#config.secretsOf(account, config);
    if (start === undefined || this.start === undefined) return { config, secrets };
    const { name, isDay } = this.start;
    const value = isDay ? start.slice(0, 10) : start.replace(/\.\d+Z$/, "Z");
    return { config: { ...config, [name]: value }, secrets };
  }

  /**
   * Checks an account.
   *
   * @param context - The request
   * @returns Its name, and the members that the program has changed
   * @throws ConnectorError `account_invalid` with the words of the program
   */
  async identify(context: RunContext): Promise<Identity> {
    const { account } = context;
    const changed = await this.tool.check(this.requestOf(account), context);
    if (changed !== undefined) this.remember(account, changed);
    const current = this.#changed.get(this.#keyOf(account));
    const members = current === undefined ? {} : this.#config.changedMembers(account, current);
    return { name: this.#config.nameOf(account) ?? this.runner.name, members };
  }

  /** Uses a configuration that the program has changed for the further requests of an account. */
  remember(account: AnyAccount, config: ToolConfig): void {
    this.#changed.set(this.#keyOf(account), config);
    const [oldest] = this.#changed.keys();
    if (this.#changed.size > maxChanged && oldest !== undefined) this.#changed.delete(oldest);
  }

  /**
   * @param context - The request
   * @returns The streams of its account
   * @throws ConnectorError when the program does not list them
   */
  async streams(context: RunContext): Promise<readonly Stream[]> {
    const { account } = context;
    return this.#catalogue.find(this.#keyOf(account), async () => {
      const found = await this.tool.discover(this.requestOf(account), context);
      return found.map((stream) => this.#withOptions(stream));
    });
  }

  /**
   * @param id - Id of a stream
   * @param context - The request
   * @returns The stream
   * @throws ConnectorError `invalid_field` when the account does not have it
   */
  async stream(id: string, context: RunContext): Promise<Stream> {
    const streams = await this.streams(context);
    const found = streams.find((stream) => stream.id === id);
    if (found !== undefined) return found;
    const near = didYouMean(
      id,
      streams.map((stream) => stream.id),
    );
    throw inputInvalid(`Could not read "${id}": the account has no such stream.${near}`, { field: "stream" });
  }

  #withOptions(stream: Stream): Stream {
    const { keys, incremental = [], cursors = {} } = this.options;
    const key = keys !== undefined && Object.hasOwn(keys, stream.id) ? keys[stream.id] : undefined;
    const cursor = Object.hasOwn(cursors, stream.id) ? cursors[stream.id] : undefined;
    if (cursor !== undefined && !Object.hasOwn(stream.columns, cursor)) {
      const near = didYouMean(cursor, Object.keys(stream.columns));
      throw new TypeError(
        `Could not read "${stream.id}" by "${cursor}": the stream has no such column.${near} Correct "cursors".`,
      );
    }
    const isIncremental = stream.isIncremental || incremental.includes(stream.id) || cursor !== undefined;
    return { ...stream, isIncremental, cursor, ...(key !== undefined && { key }) };
  }

  #keyOf(account: AnyAccount): string {
    const { account: kind } = this.accounts;
    return accountKey({ connector: this.#id, account, form: kind?.fields });
  }
}

function isDayProperty({ schema }: Specification, name = ""): boolean {
  const { properties } = schema;
  // A property of the specification is an object, or nothing is known of it.
  const property = (properties as Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined)?.[
    name
  ];
  const pattern = property?.["pattern"];
  return property?.["format"] === "date" || (typeof pattern === "string" && !pattern.includes("T"));
}
