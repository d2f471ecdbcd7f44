import { ConnectorError, type FileRange, type Source } from "@wellhead/sdk";
import { authorContext } from "../../../request/account/author-context.js";
import { openAccount } from "../../../request/account/request-account.js";
import type { Answer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import { requestedSource } from "../../../request/source/open-source.js";
import { fileOwner, openFileAddress } from "../files/file-address.js";
import { fileAnswer } from "../files/file-answer.js";
import type { FileRequest } from "../requests/requests.js";

/**
 * Handles POST resource: streams a file that a row refers to.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns The file, or the requested part of it
 * @throws ConnectorError `missing_field` or `invalid_field` naming `params`, `not_found` when there is no such file, and
 * whatever the source throws
 * @see The synchronizer contract, POST resource
 */
export async function resource(
  { account: given, sealed, range }: FileRequest,
  scope: RequestScope,
): Promise<Answer> {
  const { control, service } = scope;
  const account = openAccount(given, scope);
  const { secret } = service.accounts.environment;
  const reference = await openFileAddress(sealed, (one) => fileOwner(account, scope, one), secret);
  const { source } = await requestedSource({ id: reference.source, member: "params" }, scope, "required");
  const limit = service.limits.batchTimeout;
  // A file may take as long as its reader needs; each chunk has its own time limit.
  control.release();
  const controller = new AbortController();
  const remove = control.onAbort((reason) => controller.abort(reason));
  const abort = (): void => {
    remove();
    controller.abort();
  };
  try {
    const more = { file: reference.file, range };
    const content = await control.call({ action: "open the file", limit }, () =>
      openSourceFile(source, authorContext(scope, account, { more, signal: controller.signal, bulk: true })),
    );
    return await fileAnswer(content, { range, control, chunkTimeout: limit, abort, uses: scope.served.uses });
  } catch (error) {
    abort();
    throw error;
  }
}

type SourceFile = NonNullable<Source["resource"]>;

function openSourceFile(
  source: Source,
  context: Parameters<SourceFile>[0] & { readonly range: FileRange | undefined },
): ReturnType<SourceFile> {
  if (source.resource !== undefined) return source.resource(context);
  throw new ConnectorError("not_found", "Could not read the file: its source no longer has files.");
}
