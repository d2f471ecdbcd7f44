import { type AnyAccount, inputInvalid, Secret } from "@wellhead/sdk";
import { Ajv, type ValidateFunction } from "ajv";
import type { Specification, ToolConfig } from "../specification/specification.js";
import { isObject, type JsonSchema } from "../specification/stream.js";
import type { AccountForm, FormEntry, FormOption } from "./account-form.js";

/** Converts accounts into configurations, and back. */
export class AccountConfig {
  readonly #form: AccountForm;
  readonly #fixed: ToolConfig;
  readonly #whole: string | undefined;
  readonly #validate: ValidateFunction | undefined;

  /**
   * @param form - The form of an account
   * @param specification - What the program says of the configuration
   * @param fixed - Members that the operator has set; they come before those of an account
   */
  constructor(form: AccountForm, { schema, whole }: Specification, fixed: ToolConfig = {}) {
    this.#form = form;
    this.#fixed = fixed;
    this.#whole = whole;
    this.#validate = validatorOf(schema);
  }

  /**
   * @param account - An account
   * @returns The configuration that it stands for
   * @throws ConnectorError `invalid_field` naming the field that the specification does not allow
   */
  of(account: AnyAccount): ToolConfig {
    const config: Record<string, unknown> = {};
    for (const { path, value, option } of this.#form.constants)
      if (isChosen(option, account)) setAt(config, path, value);
    for (const { id, path, option, read } of this.#form.entries) {
      const value = Object.hasOwn(account, id) ? account[id] : undefined;
      if (value === undefined || value === null || !isChosen(option, account)) continue;
      const converted = read(value);
      if (converted !== undefined) setAt(config, path, converted);
    }
    const whole = this.#whole === undefined ? undefined : config[this.#whole];
    const target: Record<string, unknown> = isObject(whole) ? { ...whole } : config;
    for (const [name, value] of Object.entries(this.#fixed)) setAt(target, [name], value);
    this.#check(config, account);
    return target;
  }

  /**
   * @param account - An account
   * @param config - Its configuration
   * @returns The texts of both that nobody may see; all, if nothing is known of the configuration
   */
  secretsOf(account: AnyAccount, config: ToolConfig): readonly string[] {
    if (this.#whole !== undefined) return textsIn(config).filter(({ length }) => length >= minSecretLength);
    const secrets = this.#form.entries.filter(({ isSecret }) => isSecret);
    return secrets.flatMap(({ id, path, read }) => [
      ...textsIn(account[id] === undefined ? undefined : read(account[id])),
      ...textsIn(valueAt(config, path)),
    ]);
  }

  /**
   * @param account - The account whose configuration a program has changed
   * @param config - The changed configuration
   * @returns The members of the account that are different now
   */
  changedMembers(account: AnyAccount, config: ToolConfig): Readonly<Record<string, unknown>> {
    const changed: [string, unknown][] = [];
    for (const { id, path, option, read } of this.#form.entries) {
      if (!isChosen(option, account)) continue;
      const value = valueAt(config, path);
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
      const before = Object.hasOwn(account, id) ? read(account[id]) : undefined;
      if (before !== value) changed.push([id, value]);
    }
    return Object.fromEntries(changed);
  }

  /**
   * @param account - An account
   * @returns A text by which a person recognises it, and which is not a secret; `undefined` when it has none
   */
  nameOf(account: AnyAccount): string | undefined {
    const texts = this.#form.entries.flatMap(({ id, isSecret, option }) => {
      const value = account[id];
      const isShown =
        !isSecret && typeof value === "string" && value.trim() !== "" && isChosen(option, account);
      return isShown && identifying.test(id) ? [value] : [];
    });
    return texts[0]?.slice(0, maxNameLength);
  }

  #check(config: ToolConfig, account: AnyAccount): void {
    const validate = this.#validate;
    if (validate === undefined || validate(config)) return;
    const found = validate.errors?.find(({ keyword }) => keyword !== "oneOf" && keyword !== "anyOf");
    if (found === undefined) return;
    const missing: unknown = found.params["missingProperty"];
    const at = found.instancePath.split("/").slice(1);
    const path = typeof missing === "string" ? [...at, missing] : at;
    const entry = this.#entryAt(path, account);
    const what = entry?.field.title ?? path.join(".");
    const reason = missing === undefined ? `it ${found.message ?? "is not allowed"}` : "it is empty";
    throw inputInvalid(`Could not read "${what}": ${reason}. Correct the account.`, {
      ...(entry !== undefined && { field: entry.id }),
    });
  }

  #entryAt(path: readonly string[], account: AnyAccount): FormEntry | undefined {
    const joined = path.join("/");
    return this.#form.entries.find(
      (entry) => entry.path.join("/") === joined && isChosen(entry.option, account),
    );
  }
}

/** Minimum length of a text that is taken for a secret although nothing says so. */
const minSecretLength = 8;

/** Ids of fields by which people recognise an account. */
const identifying =
  /(?:^|[._])(?:e?mail|user(?:name)?|account|host|shop|store|url|domain|sub_?domain|database|org(?:anization)?|repo(?:sitory)?|project|workspace|site|company)/i;
const maxNameLength = 80;

/** Returns a validator; `undefined` for a schema that is not valid itself, which the program then has to check. */
function validatorOf(schema: JsonSchema): ValidateFunction | undefined {
  const { $schema: _, ...rest } = schema;
  try {
    return new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, logger: false }).compile(
      rest,
    );
  } catch {
    return undefined;
  }
}

function isChosen(option: FormOption | undefined, account: AnyAccount): boolean {
  if (option === undefined) return true;
  return account[option.field] === option.value && isChosen(option.within, account);
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) return define(target, name, value);
  const inner = Object.hasOwn(target, name) ? target[name] : undefined;
  // An object that is not an array can be read as a record; it was made here.
  const next: Record<string, unknown> = isObject(inner) ? { ...inner } : {};
  setAt(next, rest, value);
  define(target, name, next);
}

/** Defines a member of its own, so that one named `__proto__` cannot set the prototype. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function valueAt(config: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    config,
  );
}

/**
 * Lists the texts of a configuration that nobody may see.
 *
 * @param value - A value of the configuration
 * @returns Its texts of at least four characters
 */
function textsIn(value: unknown): readonly string[] {
  if (value instanceof Secret) return textsIn(value.reveal());
  if (typeof value === "string") return value.length >= 4 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one));
  return isObject(value) ? Object.values(value).flatMap((one) => textsIn(one)) : [];
}
