import {
  type Action,
  type ActionArguments,
  ConnectorError,
  inputInvalid,
  isConnectorError,
  upstreamInvalid,
} from "@wellhead/sdk";
import { authorContext } from "../../../request/account/author-context.js";
import { openAccount } from "../../../request/account/request-account.js";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import { titleOf } from "../../../request/read-form.js";
import type { RequestScope } from "../../../request/request-scope.js";
import type { JsonObject } from "../../../wire/parse-body.js";
import type { ActionRequest } from "../requests/requests.js";

/**
 * Handles POST automations/action/execute: runs an action.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns An empty object
 * @throws ConnectorError `missing_field` or `invalid_field` naming the action or its argument, `upstream_invalid` when it
 * is unknown whether the action was done, and whatever the action throws
 * @see The connector contract, "Actions"
 */
export async function executeAction(request: ActionRequest, scope: RequestScope): Promise<Answer> {
  const action = findAction(request.action, scope);
  const args = readArguments(action.args, request.args);
  const account = openAccount(request.account, scope);
  try {
    await scope.control.call({ action: "run the action" }, () =>
      action.run(authorContext(scope, account, { more: { args } })),
    );
  } catch (error) {
    throw isUncertain(error, action) ? uncertain(error) : error;
  }
  return jsonAnswer({});
}

function findAction(id: string | undefined, { served }: RequestScope): Action {
  const actions = served.connector.actions ?? {};
  const action = id !== undefined && Object.hasOwn(actions, id) ? actions[id] : undefined;
  if (action !== undefined) return action;
  const known = Object.keys(actions)
    .slice(0, 8)
    .map((one) => `"${one}"`)
    .join(", ");
  if (id === undefined) {
    throw new ConnectorError(
      "missing_field",
      `Could not choose an action: expected one of ${known}, got none.`,
      {
        field: "action",
      },
    );
  }
  throw inputInvalid(`Could not find the action "${id.slice(0, 80)}": expected one of ${known}.`, {
    field: "action",
  });
}

function readArguments(
  declared: ActionArguments,
  given: JsonObject,
): Readonly<Record<string, string | undefined>> {
  const values = Object.entries(declared).map(([id, { title, optional }]): [string, string | undefined] => {
    const value = (Object.hasOwn(given, id) ? given[id] : undefined) ?? "";
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
      throw inputInvalid(`Could not read "${titleOf(id, title)}": expected text.`, { field: id });
    const text = String(value);
    if (text === "" && optional !== true)
      throw new ConnectorError(
        "missing_field",
        `Could not run the action: "${titleOf(id, title)}" is required.`,
        {
          field: id,
        },
      );
    return [id, text === "" ? undefined : text];
  });
  return Object.fromEntries(values);
}

/**
 * Reports whether an action may have been done although it failed. The platform repeats an action if the error says to
 * try later, which would do it twice. An action that was refused because of a limit was not done.
 */
function isUncertain(error: unknown, { idempotent }: Action): boolean {
  return idempotent !== true && isConnectorError(error) && error.retryable && error.code !== "rate_limited";
}

function uncertain(cause: unknown): Error {
  return upstreamInvalid(
    "Could not find out whether the action was done: the upstream did not respond as expected. Check there before you run it again.",
    { cause },
  );
}
