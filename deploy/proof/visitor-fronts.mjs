import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeCertificate } from "./site-files.mjs";

/**
 * Starts proxies as a visitor meets them: nginx and HAProxy with the host of the service, Caddy, TLS with HTTP/2 and
 * HTTP/3, IPv6, a unix socket, a tunnel of ssh, and none at all.
 *
 * @returns {Promise<readonly { name: string, curl?: readonly string[], of: (url: string) => string }[]>} How each is called:
 * options of curl, unless only a browser can call it, and the address of a service behind it.
 */
export async function fronts({ folder, services, start }) {
  makeCertificate(folder, "visitors.example");
  const backs = {};
  for (const [name, { url, admin }] of Object.entries(services)) {
    backs[name] = new URL(url);
    if (admin !== undefined) backs.admin = new URL(admin);
  }
  const names = Object.keys(backs);
  const ports = await freePorts(names.length * 8);
  const take = () => Object.fromEntries(names.map((name) => [name, ports.pop()]));
  const [nginx, nginxSecure, haproxy, haproxySecure] = [take(), take(), take(), take()];
  const [caddy, caddySecure, tunnel] = [take(), take(), take()];
  startNginx({ folder, start, backs, nginx, nginxSecure });
  startHaproxy({ folder, start, backs, haproxy, haproxySecure });
  startCaddy({ folder, start, backs, caddy, caddySecure });
  const tunnels = await startTunnels({ folder, start, backs, tunnel, sshPort: ports.pop() });
  const made = [
    { name: "no proxy", curl: [], of: (service) => backs[service].href.replace(/\/$/, "") },
    plain("nginx", nginx),
    { ...plain("nginx at IPv6", nginx), of: (service) => `http://[::1]:${nginx[service]}` },
    secure("nginx with HTTP/2", nginxSecure, folder),
    {
      name: "nginx at a unix socket",
      curl: ["--unix-socket", join(folder, "serve.sock")],
      of: () => "http://visitors.example",
      only: ["serve"],
    },
    plain("HAProxy", haproxy),
    secure("HAProxy with HTTP/2", haproxySecure, folder),
    plain("Caddy", caddy),
    secure("Caddy with HTTP/2", caddySecure, folder),
    { name: "Caddy with HTTP/3", of: secure("", caddySecure, folder).of },
    {
      ...plain("Caddy, behind 1,100 header lines", caddy),
      // Caddy sorts headers by their names: these come after the token of the page, and before X-Forwarded-For.
      curl: Array.from({ length: 1100 }, (_, index) => [
        "-H",
        `X-D${String(index).padStart(4, "0")}: 1`,
      ]).flat(),
    },
    ...(tunnels ? [plain("a tunnel of ssh", tunnel)] : []),
  ];
  await delay(1500);
  return made.map((front) => ({ services: names, ...front }));
}

/** A proxy that visitors call without encryption, at a port of its own for each service. */
function plain(name, ports) {
  return { name, curl: [], of: (service) => `http://127.0.0.1:${ports[service]}` };
}

/** A proxy that visitors call with TLS and HTTP/2. */
function secure(name, ports, folder) {
  const authority = ["--cacert", join(folder, "tls.crt")];
  return {
    name,
    curl: ["--http2", ...authority, "--connect-to", "visitors.example::127.0.0.1:"],
    of: (service) => `https://visitors.example:${ports[service]}`,
  };
}

function startNginx({ folder, start, backs, nginx, nginxSecure }) {
  const servers = Object.entries(backs).flatMap(([name, { host }]) => [
    `server { listen 127.0.0.1:${nginx[name]}; listen [::1]:${nginx[name]}; location / { proxy_pass http://${host}; proxy_buffering off; } }`,
    `server { listen 127.0.0.1:${nginxSecure[name]} ssl http2; server_name visitors.example;
      ssl_certificate ${join(folder, "tls.crt")}; ssl_certificate_key ${join(folder, "tls.key")};
      location / { proxy_pass http://${host}; proxy_buffering off; } }`,
  ]);
  const path = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    path,
    `pid ${join(folder, "nginx.pid")}; events {} http { access_log off; ${temporary.join(" ")}
    server { listen unix:${join(folder, "serve.sock")}; location / { proxy_pass http://${backs.serve.host}; } }
    ${servers.join("\n")} }`,
  );
  start("/usr/sbin/nginx", ["-e", "stderr", "-g", "daemon off;", "-c", path], { stdio: "ignore" });
}

function startHaproxy({ folder, start, backs, haproxy, haproxySecure }) {
  const parts = Object.entries(backs).map(
    ([name, { host, port, hostname }]) => `
frontend ${name}
  bind 127.0.0.1:${haproxy[name]}
  bind 127.0.0.1:${haproxySecure[name]} ssl crt ${join(folder, "both.pem")} alpn h2
  http-request set-header Host ${hostname === "[::1]" ? host : `localhost:${port}`}
  default_backend ${name}
backend ${name}
  server one ${hostname === "[::1]" ? `ipv6@::1:${port}` : host}`,
  );
  const path = join(folder, "haproxy.cfg");
  const defaults =
    "defaults\n  mode http\n  timeout connect 2s\n  timeout client 30s\n  timeout server 30s\n";
  writeFileSync(
    path,
    `global\n  tune.http.maxhdr 2000\n  tune.bufsize 65536\n${defaults}${parts.join("\n")}\n`,
  );
  start("/usr/sbin/haproxy", ["-db", "-f", path], { stdio: "ignore" });
}

function startCaddy({ folder, start, backs, caddy, caddySecure }) {
  const tls = `tls ${join(folder, "tls.crt")} ${join(folder, "tls.key")}`;
  const sites = Object.entries(backs).flatMap(([name, { host }]) => {
    const proxy = `reverse_proxy ${host} {\n  header_up Host ${host}\n  flush_interval -1\n }`;
    return [
      `http://127.0.0.1:${caddy[name]} {\n ${proxy}\n}`,
      `https://visitors.example:${caddySecure[name]} {\n bind 127.0.0.1\n ${tls}\n ${proxy}\n}`,
    ];
  });
  const path = join(folder, "Caddyfile");
  writeFileSync(path, `{\n admin off\n auto_https disable_redirects\n}\n${sites.join("\n")}\n`);
  start("caddy", ["run", "--adapter", "caddyfile", "--config", path], {
    stdio: "ignore",
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}

/** Starts a server of ssh and a client that forwards a port to each service. Returns whether there is one. */
async function startTunnels({ folder, start, backs, tunnel, sshPort }) {
  const key = join(folder, "key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, "host")]);
  execFileSync("cp", [`${key}.pub`, join(folder, "authorized")]);
  execFileSync("mkdir", ["-p", "/run/sshd"]);
  const server = [
    "-D",
    "-e",
    "-p",
    String(sshPort),
    "-h",
    join(folder, "host"),
    ...[
      "ListenAddress=127.0.0.1",
      `AuthorizedKeysFile=${join(folder, "authorized")}`,
      "StrictModes=no",
    ].flatMap((option) => ["-o", option]),
    "-o",
    `PidFile=${join(folder, "sshd.pid")}`,
    "-f",
    "/dev/null",
  ];
  start("/usr/sbin/sshd", server, { stdio: "ignore" });
  await delay(1000);
  const forwards = Object.entries(backs).flatMap(([name, { host }]) => [
    "-L",
    `127.0.0.1:${tunnel[name]}:${host}`,
  ]);
  const options = [
    "StrictHostKeyChecking=no",
    `UserKnownHostsFile=${join(folder, "known")}`,
    "LogLevel=ERROR",
  ];
  const client = start(
    "ssh",
    [
      "-N",
      "-i",
      key,
      "-p",
      String(sshPort),
      ...options.flatMap((one) => ["-o", one]),
      ...forwards,
      "127.0.0.1",
    ],
    { stdio: "ignore" },
  );
  await delay(1500);
  return client.exitCode === null;
}

async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => server.address().port);
  for (const server of servers) server.close();
  return ports;
}
