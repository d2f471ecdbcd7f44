import { Secret } from "@wellhead/sdk";
import { describe, expect, it } from "vitest";
import { readConnectionString } from "./connection-string.js";

const options = { schemes: ["postgres", "postgresql"], keywords: true };

function read(text: string, scheme = options): Record<string, unknown> {
  const revealed = (value: unknown) => (value instanceof Secret ? value.reveal() : value);
  const parts = Object.entries(readConnectionString(text, scheme));
  return Object.fromEntries(parts.map(([name, value]) => [name, revealed(value)]));
}

describe("`readConnectionString()` reads", () => {
  it.each<[string, object]>([
    ["postgres://u:p@h:1/d", { user: "u", password: "p", host: "h", port: "1", database: "d" }],
    ["  POSTGRESQL://h/d\n", { host: "h", database: "d" }],
    ["postgres://", {}],
    ["postgres://u@h", { user: "u", host: "h" }],
    ["postgres://u:@h:/", { user: "u", host: "h" }],
    [
      "postgres://us%40er:p%2Fa%3As%3Fs%25@h/a%2Fb%20c",
      { user: "us@er", password: "p/a:s?s%", host: "h", database: "a/b c" },
    ],
    ["postgres://u:p:q@h/d", { user: "u", password: "p:q", host: "h", database: "d" }],
    ["postgres://u:p@q@h/d", { user: "u", password: "p@q", host: "h", database: "d" }],
    ["postgres://u:p#q@h/d#x", { user: "u", password: "p#q", host: "h", database: "d#x" }],
    ["postgres://u:%C3%BC+%2B@h/d", { user: "u", password: "ü++", host: "h", database: "d" }],
    ["postgres://[::1]:5433/d", { host: "::1", port: "5433", database: "d" }],
    ["postgres://u@[2001:db8::1]/d", { user: "u", host: "2001:db8::1", database: "d" }],
    [
      "postgres:///d?host=h&port=2&user=u&password=p%26q",
      { host: "h", port: "2", user: "u", password: "p&q", database: "d" },
    ],
    [
      "postgres://h/d?sslmode=verify-ca&application_name=x&connect_timeout=3",
      { host: "h", database: "d", tls: "verify-ca" },
    ],
    ["postgres://h/d?sslmode=REQUIRE", { host: "h", database: "d", tls: "require" }],
    ["postgres://h/d?ssl=true&", { host: "h", database: "d", tls: "require" }],
    ["postgresql+psycopg2://h/d", { host: "h", database: "d" }],
    ["postgres://h/d?sslrootcert=system", { host: "h", database: "d", tls: "verify-full" }],
    [
      "host=h port=5 dbname=d user=u password=p sslmode=disable",
      { host: "h", port: "5", database: "d", user: "u", password: "p", tls: "disable" },
    ],
    ["host = h  password='it\\'s \\\\ x' user=a\\ b", { host: "h", password: "it's \\ x", user: "a b" }],
    ["password='' dbname=d", { password: "", database: "d" }],
    ["host=h hostaddr=10.0.0.1", { host: "h", address: "10.0.0.1" }],
    ["postgres:///d?hostaddr=%3A%3A1", { address: "::1", database: "d" }],
    [
      "postgres://h/d?sslmode=require&channel_binding=require",
      { host: "h", database: "d", tls: "require", requiresChannelBinding: true },
    ],
    ["host=h channel_binding=prefer", { host: "h" }],
    ["postgres://h1:1,h2:2/d", { host: "h1,h2", port: "1,2", database: "d" }],
    ["postgres://h1,[::1]:2/d", { host: "h1,::1", port: ",2", database: "d" }],
    ["postgres://h1,h2/d?port=5", { host: "h1,h2", port: "5", database: "d" }],
    [
      "postgres:///d?host=h1,h2&hostaddr=10.0.0.1,10.0.0.2",
      { host: "h1,h2", address: "10.0.0.1,10.0.0.2", database: "d" },
    ],
    [
      "host=h1,h2 port=1,2 target_session_attrs=read-write",
      { host: "h1,h2", port: "1,2", serverRole: "read-write" },
    ],
    [
      "host=h1,h2 target_session_attrs=prefer-standby load_balance_hosts=random",
      { host: "h1,h2", serverRole: "prefer-standby", isBalanced: true },
    ],
    [
      "postgresql://h1,h2/d?targetServerType=preferSecondary&loadBalanceHosts=true",
      { host: "h1,h2", database: "d", serverRole: "prefer-standby", isBalanced: true },
    ],
    ["host=h sslmode=allow sslpassword=p", { host: "h", tls: "prefer", clientKeyPassphrase: "p" }],
    ["postgres://h/d?options=-csearch_path%3Da%2Cb", { host: "h", database: "d", searchPath: "a,b" }],
    ["host=h options='-c search_path=\"A\\\\ b\",c'", { host: "h", searchPath: '"A b",c' }],
    ["host=h options='-c search_path=a --search-path=b'", { host: "h", searchPath: "b" }],
    ["host=h options=''", { host: "h" }],
    ["postgresql://h/d?currentSchema=sales", { host: "h", database: "d", searchPath: "sales" }],
  ])("%s", (text, parts) => {
    expect(read(text)).toEqual(parts);
  });

  it.each<[string, object]>([
    ["mysql://u:p@h/d?ssl-mode=VERIFY_IDENTITY&charset=utf8mb4", { tls: "verify-full" }],
    ["mysql://u:p@h/d?ssl-mode=PREFERRED", { tls: "prefer" }],
    ["mysql+pymysql://u:p@h/d?sslMode=REQUIRED", { tls: "require" }],
    ["mariadb://u:p@h/d?useSSL=false", { tls: "disable" }],
    ["mysql://u:p@h/d?ssl=%7B%22rejectUnauthorized%22%3Atrue%7D", { tls: "verify-full" }],
    ["mysql://u:p@h/d?ssl=%7B%22rejectUnauthorized%22%3Afalse%7D", { tls: "require" }],
    ["mysql://u:p@h/d?tls=skip-verify&parseTime=true", { tls: "require" }],
  ])("%s", (text, parts) => {
    const mysql = { schemes: ["mysql", "mariadb"] };
    expect(read(text, { ...options, ...mysql })).toEqual({
      user: "u",
      password: "p",
      host: "h",
      database: "d",
      ...parts,
    });
  });
});

describe("`readConnectionString()` refuses", () => {
  it.each<[string, RegExp]>([
    ["", /begins with postgres:\/\//],
    ["s3cret", /begins with postgres:\/\//],
    ["mysql://u:s3cret@h/d", /begins with postgres:\/\/, got mysql:\/\//],
    ["postgres://u:s3cret%@h/d", /percent-encoding of its password is broken.*%25/],
    ["postgres://u:s3cret@h%zz/d", /percent-encoding of its host/],
    ["postgres://u:s3cret@h1:1,%2Ftmp:2/d", /socket of this service/],
    ["host=h1,/tmp password=s3cret", /socket of this service/],
    ["host=h1,@abstract password=s3cret", /socket of this service/],
    ["postgres://h/d?target_session_attrs=s3cret", /its requirement on the server is not known. Write any/],
    ["postgres://h/d?load_balance_hosts=s3cret", /its order of hosts is not known/],
    ["postgres://u:s3cret@::1:5432/d", /IPv6 address in brackets/],
    ["postgres://u:s3cret@[::1/d", /IPv6 address in brackets/],
    ["postgres://u:s3cret@%2Fvar%2Frun%2Fpostgresql/d", /socket of this service, which only its operator/],
    ["postgres:///d?host=/tmp&password=s3cret", /socket of this service/],
    ["host=/tmp password=s3cret", /socket of this service/],
    ["host=@abstract password=s3cret", /socket of this service/],
    ["postgres:///d?service=s3cret", /"service" names a file or socket of this service/],
    ["passfile=/etc/s3cret", /"passfile" names a file/],
    ["postgres://h/d?sslrootcert=/etc/s3cret", /"sslrootcert" names a file.*paste the CA certificate/],
    ["postgres://h/d?sslcert=/etc/s3cret", /"sslcert" names a file.*paste the client certificate/],
    ["postgres://h/d?sslkey=/etc/s3cret", /"sslkey" names a file.*paste the client key/],
    ["postgres://h/d?options=-c%20s3cret", /"options" may only set search_path/],
    ["postgres://h/d?options=-csearch_path%3Da%20-crole%3Ds3cret", /"options" may only set search_path/],
    ["postgres://h/d?options=endpoint%3Ds3cret", /"options" may only set search_path/],
    ["postgres://h/d?hostaddr=/tmp/s3cret", /socket of this service/],
    ["postgres://h/d?hostaddr=10.0.0.1,/tmp&password=s3cret", /socket of this service/],
    ["postgres://h/d?hostaddr=10.0.0.1&x=s3cret", /the option "x" is not supported/],
    ["postgres://h/d?channel_binding=s3cret", /channel binding is not known. Write disable, prefer/],
    ["postgres://h/d?sslcrl=/etc/s3cret", /"sslcrl" names a file/],
    ["postgres://h/d?replication=s3cret", /the option "replication" is not supported/],
    ["jdbc:postgresql://h/d?password=s3cret", /address for JDBC. Remove "jdbc:"/],
    ["postgres://h/d?sp%C3%A4t%0A=s3cret", /the option "sp\?t\?" is not supported/],
    ["postgres://h/d?sslmode=s3cret", /encryption mode is not known. Write disable, prefer/],
    ["host=h password='s3cret", /name=value pairs/],
    ["host=h s3cret", /name=value pairs/],
  ])("%s, without its values", (text, sentence) => {
    let message = "";
    try {
      read(text);
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    expect(message).toMatch(sentence);
    expect(message).toMatch(/^Could not read the connection string: .*\.$/);
    expect(message).not.toContain("s3cret");
  });
});

it.each<[string, RegExp]>([
  ["mysqlx://u:s3cret@h:33060/d", /X Protocol.*Write mysql:\/\/.*3306/],
  ["mysqlx+srv://u:s3cret@h/d", /X Protocol/],
  ["jdbc:mysql://h/d?user=u&password=s3cret", /address for JDBC/],
  ["mysql://u:s3cret@(address=h1:3306,priority=1)/d", /expected a host and a port/],
  ["mysql://u:s3cret@h1,%2Ftmp/d", /socket of this service/],
  ["mysql://u:s3cret@%2Ftmp%2Fmysql.sock/d", /socket of this service/],
  ["mysql://u:s3cret@h/d?socket=/tmp/mysql.sock", /"socket" names a file or socket/],
  ["u:s3cret@tcp(h:3306)/d", /begins with mysql:\/\//],
  ["host=h password=s3cret", /begins with mysql:\/\//],
])("`readConnectionString()` refuses %s of MySQL, without its values", (text, sentence) => {
  const ask = () => readConnectionString(text, { schemes: ["mysql", "mariadb"] });
  expect(ask).toThrow(sentence);
  expect(ask).not.toThrow("s3cret");
});
