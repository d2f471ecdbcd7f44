/**
 * Reads events, one per line. Empty lines only keep the connection.
 *
 * @param response - The stream of events
 * @returns Each event as it arrives
 */
export async function* readEvents<Event>(response: Response): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let pending = "";
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const lines = (pending + decoder.decode(part.value, { stream: true })).split("\n");
    pending = lines.pop() ?? "";
    // The service sends events of this type, one per line.
    for (const line of lines) if (line !== "") yield JSON.parse(line) as Event;
  }
}
