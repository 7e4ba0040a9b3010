/**
 * Reads Server-Sent Events by the rules of the format: only CR, LF and CRLF end a line. U+2028, U+2029 and U+0085 are ordinary text. An
 * empty line ends a message; a message that the connection cuts off is dropped.
 */
export class MessageReader {
  /** The parts of a line whose end has not arrived. They are joined once, however many there are. */
  #line: string[] = [];
  #data: string[] = [];
  #endedByCr = false;

  /** The data of each message that ends within this piece of text. */
  *dataIn(piece: string): Generator<string, void, undefined> {
    if (piece === '') return;
    const text = this.#endedByCr && piece.startsWith('\n') ? piece.slice(1) : piece;
    this.#endedByCr = piece.endsWith('\r');
    const parts = text.split(/\r\n|\n|\r/);
    const rest = parts.pop() ?? '';
    for (const part of parts) {
      const line = [...this.#line, part].join('');
      this.#line = [];
      if (line === '') {
        if (this.#data.length > 0) yield this.#data.join('\n');
        this.#data = [];
      } else this.#take(line);
    }
    this.#line.push(rest);
  }

  /** Only `data` lines matter, because the event in them contains its sequence. A line that begins with a colon is a keep-alive. */
  #take(line: string): void {
    if (line === 'data') this.#data.push('');
    else if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  }
}
