/** Writes an event for a stream of Server-Sent Events. */
import { jsonLine } from '../../../kernel/json-line';

/**
 * Returns the frame of an event, which never changes. The frame's id is the event's sequence; a reader that reconnects sends the last id.
 */
export const serverSent = (event: { readonly sequence: number; readonly type: string }): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${jsonLine(event)}\n\n`;
