/** A file that the service sends: an export, or a report for a spreadsheet. */
export interface LedgerFile {
  readonly contentType: string;
  /** As it arrives. It throws where the connection breaks off: then the rest is missing. */
  readonly stream: ReadableStream<Uint8Array>;
  /** All of it. */
  text(): Promise<string>;
  /** The head of the ledger's log that the file was made at, where it tells one. */
  readonly sequence: number | undefined;
}

export const fileOf = (response: Response): LedgerFile => {
  const sequence = response.headers.get('X-Ledger-Sequence');
  return {
    contentType: response.headers.get('Content-Type') ?? '',
    stream: response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
    text: () => response.text(),
    sequence: sequence === null ? undefined : Number(sequence),
  };
};
