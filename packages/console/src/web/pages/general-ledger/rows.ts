/** Reads the general ledger, which the API sends as one JSON object per line, into the rows of a table. */
export interface LedgerRow {
  readonly row: 'opening' | 'entry' | 'closing' | 'total' | 'known_at';
  readonly account_code: string | null;
  readonly account_name: string | null;
  readonly date: string | null;
  readonly transaction_id: string | null;
  readonly reference: string | null;
  readonly description: string | null;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly balance: string | null;
}

export interface LedgerStanding {
  readonly head: { readonly sequence: number; readonly hash: string };
  readonly known_at: string | null;
}

export interface LedgerRows {
  readonly rows: readonly LedgerRow[];
  /** The content of the file's last row, `known_at`; undefined if the file has more than `most` rows. */
  readonly standing: LedgerStanding | undefined;
}

/** Reads at most `most` rows. Throws if the file is incomplete: the last row of a complete file is `known_at`. */
export const readLedgerRows = async (texts: AsyncIterable<string>, most: number): Promise<LedgerRows> => {
  const rows: LedgerRow[] = [];
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const row = JSON.parse(line) as LedgerRow & LedgerStanding;
      if (row.row === 'known_at') return { rows, standing: { head: row.head, known_at: row.known_at } };
      if (rows.length === most) return { rows, standing: undefined };
      rows.push(row);
    }
  }
  throw new Error('the file of the general ledger was cut off');
};

/** Yields the text of a body in pieces. If the caller stops reading, the download is cancelled. */
export async function* textsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel();
  }
}
