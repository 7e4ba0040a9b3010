/** An event in a stream of Server-Sent Events. */
import { jsonLine } from '../../../kernel/json-line';

/** Returns the frame of an event, which never changes. Its id is the sequence; a reader sends it when it reconnects. */
export const serverSent = (event: { readonly sequence: number; readonly type: string }): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${jsonLine(event)}\n\n`;
