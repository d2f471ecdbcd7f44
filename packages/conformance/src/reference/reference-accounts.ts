import { acceptAlias, aliases, emitExpiry } from "@wellhead/contract";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { objectsIn } from "../target/read-declared.js";
import { Refusal } from "./plain.js";
import { rightToken } from "./reference-application.js";
import type { ReferenceOAuth } from "./reference-oauth.js";

/** What finding out about an account needs. */
export interface AccountWorld {
  readonly application: JsonObject;
  readonly oauth: ReferenceOAuth | undefined;
}

/** Checks an account and gives what POST /validate answers. */
export async function checkAccount(
  world: AccountWorld,
  id: unknown,
  fields: JsonObject,
): Promise<JsonObject> {
  const kinds = objectsIn(world.application["authentication"]);
  const only = kinds.length === 1 ? kinds[0]?.["id"] : undefined;
  const wanted = id ?? only;
  const kind = kinds.find((one) => one["id"] === wanted);
  if (kind === undefined) throw new Refusal("unknown_account_kind", "There is no such account kind");
  for (const { id: name, required, type } of objectsIn(kind["fields"])) {
    const given = fields[String(name)] ?? "";
    if (required === true && type !== "oauth" && given === "") {
      throw new Refusal("missing_field", `Fill in "${String(name)}": it is required`, String(name));
    }
  }
  if (wanted === "none") return { name: "Open data" };
  if (wanted === "token") {
    if (fields["token"] !== rightToken) throw new Refusal("account_invalid", "The access token was refused");
    return { name: "Ada", ...emitExpiry(Date.UTC(2099, 0, 1)) };
  }
  if (world.oauth === undefined) throw new Refusal("upstream_unavailable", "The provider cannot be reached");
  return wanted === "oauth" ? world.oauth.identify1(fields) : world.oauth.validate2(fields);
}

/** Checks the flat account of a request. */
export async function checkFlatAccount(world: AccountWorld, account: unknown): Promise<void> {
  if (account !== undefined && account !== null && !isObject(account)) {
    throw new Refusal("malformed_request", "The account is no object");
  }
  const flat = account ?? {};
  const kind = acceptAlias(flat, aliases.accountKind);
  await checkAccount(world, kind, flat);
}

/** Writes an expiry under both names. */
export function expiryIn(seconds: number): JsonObject {
  return emitExpiry(Date.now() + seconds * 1_000);
}
