import type { CommandUsage } from "../command.js";

/** Shells that a completion can be written for. */
export const shells = ["bash", "zsh", "fish"] as const;

/** The command line of `wellhead completion`. */
export const completionUsage: CommandUsage = {
  name: "completion",
  summary: "Print a script that completes commands, options and values in a shell",
  operands: `<${shells.join("|")}>`,
  operandCount: [1, 1],
  operandWords: shells,
  description: [
    "The script knows the commands, options and values of this version. Load it at the start of the shell, or write it\nwhere the shell looks for completions.",
  ],
  options: {},
  examples: [
    { line: "source <(wellhead completion bash)", does: "In ~/.bashrc" },
    { line: "source <(wellhead completion zsh)", does: "In ~/.zshrc, after compinit" },
    {
      line: "mkdir -p ~/.config/fish/completions && wellhead completion fish > ~/.config/fish/completions/wellhead.fish",
      does: "For fish, once",
    },
  ],
};
