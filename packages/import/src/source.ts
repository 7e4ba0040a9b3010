/**
 * The input of an import: a file, or standard input. The input is read twice, so standard input is copied to a private file. That file is
 * unlinked as soon as it is open, so that nothing remains of it, however the process ends.
 */
import { mkdtemp, open, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { because, type Reason } from './rows';
import { ok, type Outcome } from '../../../src/kernel/refusal';

export interface Source {
  readonly bytes: number;
  /** Reads the input from its beginning. */
  read(): AsyncIterable<Buffer>;
  /** Whether the file has changed since it was opened. */
  hasChanged(): Promise<boolean>;
  close(): Promise<void>;
}

/** The size of a piece of the file. It contains a few hundred transactions, which stay in memory until the last of them is sent. */
const chunkBytes = 65_536;

export const openSource = async (path: string, input: AsyncIterable<Buffer>): Promise<Outcome<Reason, Source>> => {
  if (path === '-') return ok(await sourceOf(await spooled(input)));
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    return because('FILE_NOT_READABLE', `${path} cannot be read: ${(error as Error).message}.`);
  }
  const about = await file.stat();
  if (about.isFile()) return ok(await sourceOf(file));
  if (about.isDirectory()) {
    await file.close();
    return because('FILE_NOT_READABLE', `${path} is a directory. Name a file in it.`);
  }
  // A pipe can be read only once, so its content is copied to a file.
  return ok(await sourceOf(await spooled(file.createReadStream() as AsyncIterable<Buffer>)));
};

/** The size of a piece that takes only a few milliseconds, so that other requests of the process do not wait long. */
const pieceBytes = 16_384;

/**
 * A source for a file in memory. Its first piece is as long as that of a file on disk, because the format is detected from it. Before each
 * further piece it awaits `between`, which yields to the event loop.
 */
export const sourceOfBytes = (bytes: Buffer, between: () => Promise<void>): Source => ({
  bytes: bytes.length,
  read: async function* () {
    for (let from = 0, to = chunkBytes; from < bytes.length; from = to, to += pieceBytes) {
      if (from > 0) await between();
      yield bytes.subarray(from, to);
    }
  },
  hasChanged: async () => false,
  close: async () => undefined,
});

const spooled = async (input: AsyncIterable<Buffer>): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-import-'));
  const path = join(folder, 'input');
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  await rmdir(folder);
  for await (const chunk of input) await file.appendFile(chunk);
  return file;
};

/** Reads the file without a Node stream. A stream that is abandoned closes the file, and the file would then be closed a second time. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const sourceOf = async (file: FileHandle): Promise<Source> => {
  const before = await file.stat();
  return {
    bytes: before.size,
    read: () => piecesOf(file),
    hasChanged: async () => {
      const { size, mtimeMs } = await file.stat();
      return size !== before.size || mtimeMs !== before.mtimeMs;
    },
    close: () => file.close(),
  };
};
