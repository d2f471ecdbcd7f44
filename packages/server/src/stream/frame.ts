import type { ConnectorError } from "@wellhead/sdk";

/** The text before, between and after the rows of one format. */
export interface Frame {
  readonly contentType: string;
  /** Text between two rows. */
  readonly separator: string;
  /** Whether the separator follows the last row too. It is then sent with the rows before it, and not with the next. */
  readonly endsRows: boolean;
  /** Text before the first row. */
  readonly open: string;
  /** Text at the end of a stream that is whole. */
  readonly close: string;
  /**
   * Returns the end of a failed stream. Formats that cannot express a mark do not have this method; their streams can
   * only be cut.
   *
   * @param error - Why the rows end; its message must contain no secrets
   * @returns The mark, and the text after it
   */
  mark?(error: Pick<ConnectorError, "message" | "status">): string;
}
