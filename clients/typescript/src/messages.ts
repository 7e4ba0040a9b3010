/**
 * Reads Server-Sent Events. In this format only CR, LF and CRLF end a line; U+2028, U+2029 and U+0085 do not. An empty line ends a message.
 * If the connection breaks within a message, the message is dropped.
 */
export class MessageReader {
  /** The received parts of an unfinished line. They are joined once, when the line ends. */
  #line: string[] = [];
  #data: string[] = [];
  #endedByCr = false;

  /** Returns the data of each message that this piece of text completes. */
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

  /**
   * Only `data` lines are read: the event in them contains its sequence. A line that begins with a colon only keeps the connection open.
   */
  #take(line: string): void {
    if (line === 'data') this.#data.push('');
    else if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  }
}
