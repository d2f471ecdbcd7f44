/**
 * Reads when something of Trello was made from its id, which begins with the second in hexadecimal digits.
 *
 * @param id - Its id
 * @returns The instant in ISO 8601; `undefined` when the id is of another form
 * @see https://support.atlassian.com/trello/docs/getting-the-time-a-card-or-board-was-created/
 */
export function createdAt(id: string): string | undefined {
  return /^[0-9a-f]{24}$/.test(id)
    ? new Date(Number.parseInt(id.slice(0, 8), 16) * 1000).toISOString()
    : undefined;
}
