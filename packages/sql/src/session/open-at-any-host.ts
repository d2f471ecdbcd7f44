import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { ServerRole } from "../account/credentials.js";
import type { AccountErrorContext } from "../errors/account-error-context.js";
import {
  type HostFailure,
  nameOfHost,
  noUsableHost,
  type PinnedHost,
  type PinnedHosts,
} from "../network/pin-hosts.js";
import type { HostProtocol, SqlSession } from "./session-protocol.js";

/** The servers to try. */
export interface OpenAtAnyHostOptions extends PinnedHosts {
  /** The context of errors. */
  readonly errorContext: AccountErrorContext;
  /** Aborts the attempts. */
  readonly signal: AbortSignal;
}

/** A session and its server. */
export interface OpenedSession<Session> extends PinnedHost {
  readonly session: Session;
}

/**
 * Opens a session at the first server that can be reached and has the required role. A server that rejects the sign-in
 * ends the search, as in libpq: the next server would get the same wrong password.
 *
 * @param protocol - How sessions are opened
 * @param options - The servers
 * @returns The session and its server
 * @throws ConnectorError that names every server and its reason. A rejected sign-in throws the error of that server.
 *   With a single server, the error of opening it is thrown unchanged.
 */
export async function openAtAnyHost<Session extends SqlSession>(
  protocol: HostProtocol<Session>,
  { hosts, failures, errorContext, signal }: OpenAtAnyHostOptions,
): Promise<OpenedSession<Session>> {
  const [first] = hosts;
  const isAlone = hosts.length + failures.length === 1;
  let failed: HostFailure[] = [];
  for (const role of rolesOf(first?.credentials.serverRole)) {
    failed = [...failures];
    for (const host of hosts) {
      const name = nameOfHost(host.credentials);
      try {
        const session = await openAs(protocol, { host, role, signal });
        if (typeof session !== "string") return { ...host, session };
        failed.push({ host: name, message: session });
      } catch (error) {
        if (isAlone || signal.aborted) throw error;
        const explained = protocol.explain(error, errorContext);
        if (!isConnectorError(explained)) throw explained;
        if (!protocol.isUnreachable(error)) throw atHost(explained, name);
        failed.push({ host: name, message: explained.message });
      }
    }
  }
  throw noUsableHost(failed);
}

/** Opens a session, or returns the reason why its server does not have the required role. */
async function openAs<Session extends SqlSession>(
  protocol: HostProtocol<Session>,
  {
    host,
    role,
    signal,
  }: { readonly host: PinnedHost; readonly role: ServerRole; readonly signal: AbortSignal },
): Promise<Session | string> {
  const session = await protocol.open({ ...host, signal });
  if (role === "any" || protocol.findMismatch === undefined) return session;
  try {
    const mismatch = await protocol.findMismatch(session, role);
    if (mismatch === undefined) return session;
    session.close();
    return mismatch;
  } catch (error) {
    session.close();
    throw error;
  }
}

function rolesOf(role: ServerRole = "any"): readonly ServerRole[] {
  return role === "prefer-standby" ? ["standby", "any"] : [role];
}

/** Returns the same error with the name of the server in its message. */
function atHost({ code, message, field, retryAfter, cause }: ConnectorError, host: string): ConnectorError {
  return new ConnectorError(code, message.replace(/: /, ` at ${host}: `), {
    ...(field !== undefined && { field }),
    ...(retryAfter !== undefined && { retryAfter }),
    cause,
  });
}
