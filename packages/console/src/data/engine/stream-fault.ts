/** What a connector sent is not a JSON array of objects; the message is for the person. */
export class StreamFault extends Error {
  override readonly name = "StreamFault";
}
