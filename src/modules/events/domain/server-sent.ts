/** An event in a stream of Server-Sent Events. */
import { jsonLine } from '../../../kernel/json-line';

/** Returns the frame of an event, the same for ever. Its id is the sequence, which a reader names when it comes back. */
export const serverSent = (event: { readonly sequence: number; readonly type: string }): string =>
  `id: ${event.sequence}\nevent: ${event.type}\ndata: ${jsonLine(event)}\n\n`;
