/**
 * Returns the page that explains a requirement.
 *
 * @param id - Id of the requirement
 * @returns Its path in the documentation of Wellhead
 */
export function requirementPage(id: string): string {
  return `docs/requirements/${id}.md`;
}
