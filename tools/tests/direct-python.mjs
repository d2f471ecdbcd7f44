import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";

/**
 * Makes the tests start Python itself. Where a version manager is installed, `python3` is a shell script that finds it,
 * which takes ten times longer than Python takes to start.
 */
export function setup() {
  const { stdout } = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
  const program = stdout?.trim() ?? "";
  if (program !== "") process.env["PATH"] = [dirname(program), process.env["PATH"]].join(delimiter);
}
