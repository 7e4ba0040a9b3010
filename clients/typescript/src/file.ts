/** A file from the service: an export, or a report as CSV. */
import { LedgerUnreachable } from './refusal.ts';
import type { Answered } from './sending.ts';

export interface LedgerFile {
  readonly contentType: string;
  /** The content as it arrives. Reading throws if the connection breaks, so that an incomplete file does not seem complete. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads the whole file as text. Rejects with `LedgerUnreachable` if the connection breaks. */
  text(): Promise<string>;
  /** The last sequence of the ledger's log that the file covers; undefined if the service does not send it. */
  readonly sequence: number | undefined;
}

export const fileOf = ({ response, sent }: Answered): LedgerFile => {
  const sequence = response.headers.get('X-Ledger-Sequence');
  return {
    contentType: response.headers.get('Content-Type') ?? '',
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    text: async () => {
      try {
        return await response.text();
      } catch (cause) {
        const lost = { request: sent, attempts: 1, mayHaveHappened: false, mayPass: true, cause };
        throw new LedgerUnreachable('The connection broke: the rest of the file is missing.', lost);
      }
    },
    sequence: sequence === null ? undefined : Number(sequence),
  };
};
