// How changesets writes the changelog of a package: one line a change, without the commits, and nothing for a dependency
// of ours that has a new version, because all packages share one.

module.exports = {
  /**
   * @param {{ readonly summary: string }} change A change note.
   * @returns {Promise<string>} Its line.
   */
  getReleaseLine: async ({ summary }) =>
    `- ${summary
      .trim()
      .split(/\s*\n\s*/)
      .join(" ")}`,
  getDependencyReleaseLine: async () => "",
};
