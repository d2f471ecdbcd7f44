/** Thrown when a connector did not send a JSON array of objects. The message is meant for the user. */
export class StreamFault extends Error {
  override readonly name = "StreamFault";
}
