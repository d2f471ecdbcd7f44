// Exits with 0 while the process of the container answers at its admin port. A container that only is not ready, because
// it drains or its store is away, is alive.
const port = process.env.WELLHEAD_ADMIN_PORT ?? "9642";
const response = await fetch(`http://127.0.0.1:${port}/live`).catch(() => undefined);
process.exitCode = response?.ok === true ? 0 : 1;
