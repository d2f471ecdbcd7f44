/**
 * Returns the creation time of a Trello object from its id, which begins with the seconds since 1970 in hexadecimal
 * digits.
 *
 * @param id - Its id
 * @returns The instant in ISO 8601; `undefined` when the id has another format
 * @see https://support.atlassian.com/trello/docs/getting-the-time-a-card-or-board-was-created/
 */
export function createdAt(id: string): string | undefined {
  return /^[0-9a-f]{24}$/.test(id)
    ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString()
    : undefined;
}
