/** Where a store is, parsed from its address. */
export interface StoreAddress {
  /** One server; one that Sentinels name; or a cluster. */
  readonly kind: "server" | "sentinel" | "cluster";
  /** The server, the Sentinels, or some servers of the cluster. */
  readonly nodes: readonly { readonly host: string; readonly port: number }[];
  readonly isEncrypted: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Number of the database. */
  readonly database: number;
  /** The name that Sentinels know the server by. */
  readonly primary: string | undefined;
  /** Password of the Sentinels. */
  readonly sentinelPassword: string | undefined;
}

const form =
  /^(?<encrypted>rediss|redis)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^@/]*)@)?(?<hosts>[^/?#@]+)(?:\/(?<database>\d*))?(?:\?(?<query>[^#]*))?(?:#(?<primary>.+))?$/;

const defaultPorts = { server: 6379, sentinel: 26_379, cluster: 6379 };

/**
 * Parses the address of a store. The form with several servers is that of the client Lettuce.
 *
 * @param address - The address
 * @returns Its parts; `undefined` when it has another form
 * @see https://redis.github.io/lettuce/user-guide/connecting-redis/#uri-syntax
 */
export function parseStoreAddress(address: string): StoreAddress | undefined {
  const parts = form.exec(address)?.groups;
  if (parts === undefined || !canDecode(address)) return undefined;
  // The expression allows no other kind.
  const kind = (parts["kind"] ?? "server") as StoreAddress["kind"];
  const nodes = (parts["hosts"] ?? "").split(",").map((host) => parseNode(host, defaultPorts[kind]));
  if (!nodes.every((node) => node !== undefined)) return undefined;
  const query = new URLSearchParams(parts["query"]);
  if ([...query.keys()].some((name) => name !== "sentinelPassword")) return undefined;
  const [username = "", password = ""] = (parts["user"] ?? "").split(/:(.*)/s).map(decodeURIComponent);
  const parsed = {
    kind,
    nodes,
    isEncrypted: parts["encrypted"] === "rediss",
    username: username || undefined,
    password: password || undefined,
    database: Number(parts["database"] ?? 0),
    primary: parts["primary"] === undefined ? undefined : decodeURIComponent(parts["primary"]),
    sentinelPassword: query.get("sentinelPassword") ?? undefined,
  };
  return suitsKind(parsed) ? parsed : undefined;
}

/** Checks that an address has the parts of its kind only. */
function suitsKind({ kind, nodes, database, primary, sentinelPassword }: StoreAddress): boolean {
  if (kind === "sentinel") return primary !== undefined;
  if (primary !== undefined || sentinelPassword !== undefined) return false;
  // A cluster has database 0 only.
  return kind === "cluster" ? database === 0 : nodes.length === 1;
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function parseNode(text: string, defaultPort: number): { host: string; port: number } | undefined {
  if (!URL.canParse(`http://${text}/`)) return undefined;
  const [, host = "", port] = /^(.*?)(?::(\d+))?$/.exec(text.replace(/^\[(.*)\]/, "$1 ")) ?? [];
  return { host: host.trim(), port: port === undefined ? defaultPort : Number(port) };
}
