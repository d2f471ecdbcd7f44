/**
 * A system package that tests need.
 *
 * @typedef {object} TestPackage
 * @property {string} name Its name in Debian.
 * @property {string} proof What shows that it is installed: a command, or an absolute path in which one part may be
 * `*`.
 * @property {string} reason Which tests need it, and why.
 */

/**
 * The system packages that `npm test` installs when they are missing, one row each.
 *
 * @type {readonly TestPackage[]}
 */
export const TEST_PACKAGES = [
  {
    name: "chromium-headless-shell",
    proof: "chromium-headless-shell",
    reason: "the console is tested in a real browser",
  },
  {
    name: "fonts-dejavu-core",
    proof: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    reason: "a browser without a font lays out nothing",
  },
  {
    name: "postgresql",
    proof: "/usr/lib/postgresql/*/bin/postgres",
    reason: "connectors/postgres reads from throwaway servers",
  },
  {
    name: "pgbouncer",
    proof: "/usr/sbin/pgbouncer",
    reason: "connectors/postgres reads through a pooler in transaction mode",
  },
  {
    name: "mariadb-server",
    proof: "mariadbd",
    reason: "connectors/mysql reads from throwaway servers",
  },
  {
    name: "clickhouse-server",
    proof: "clickhouse-server",
    reason: "connectors/clickhouse reads from throwaway servers",
  },
  {
    name: "openssl",
    proof: "openssl",
    reason:
      "connectors/postgres, connectors/mysql, packages/sdk and packages/server use keys and certificates made for the test",
  },
  {
    name: "curl",
    proof: "curl",
    reason: "packages/server is called over TLS by a client that is not ours",
  },
  {
    name: "faketime",
    proof: "/usr/lib/*/faketime/libfaketimeMT.so.1",
    reason: "packages/cli runs a service whose clock jumps",
  },
  {
    name: "redis-server",
    proof: "redis-server",
    reason: "packages/server refreshes accounts at replicas that share a throwaway store",
  },
  { name: "zsh", proof: "zsh", reason: "packages/cli completes command lines in it" },
  { name: "fish", proof: "fish", reason: "packages/cli completes command lines in it" },
  {
    name: "python3-oauthlib",
    proof: "/usr/lib/python3/dist-packages/oauthlib/__init__.py",
    reason: "packages/server signs in with OAuth 1 at a provider that is not ours",
  },
  {
    name: "python3",
    proof: "python3",
    reason: "connectors/files compares its rows with what another language reads from the same files",
  },
  {
    name: "zstd",
    proof: "zstd",
    reason: "connectors/files reads compressed files that its own engine did not write",
  },
];
