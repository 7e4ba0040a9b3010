/** Reads checkpoints from a file, or from an HTTP address. */
import { readFileSync } from 'node:fs';
import type { ProcessTime } from '../../kernel/clock';
import { CommandError } from './run';

const maxFetchSeconds = 60;
/** The maximum size of a fetched file: about 800,000 checkpoints. */
const maxFetchedBytes = 256 * 1_024 * 1_024;

/**
 * Returns the text of the file, or of the answer at the address. An address must begin with https://, because otherwise a proxy could
 * change the checkpoints that are compared; http:// is allowed only on loopback. Throws a `CommandError` that states the fault.
 */
export const checkpointsAt = async (source: string, clock: Pick<ProcessTime, 'deadline'>): Promise<string> =>
  isAddress(source) ? fetched(new URL(source), clock) : textOfFile(source);

const isAddress = (source: string): boolean => /^https?:\/\//.test(source) && URL.canParse(source);

/** Returns the source in a form that may be printed: an address without its user name, password and query, which may hold secrets. */
export const namedSource = (source: string): string => (isAddress(source) ? named(new URL(source)) : source);

const named = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

export const textOfFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as { code?: string }).code ?? String(error)}).`);
  }
};

const isLoopback = (host: string): boolean => /^(127(\.\d+){3}|\[::1\]|localhost)$/.test(host);

const fetched = async (url: URL, clock: Pick<ProcessTime, 'deadline'>): Promise<string> => {
  const place = named(url);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    throw new CommandError(`${place} must begin with https://: otherwise the answer could be changed in transit.`);
  const late = new AbortController();
  const limit = clock.deadline(maxFetchSeconds * 1_000, () => late.abort());
  try {
    const answer = await fetch(url, { redirect: 'error', signal: late.signal });
    if (answer.status !== 200) throw new CommandError(`${place} answered ${answer.status}.`);
    return await textIn(answer, place);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const why = late.signal.aborted ? `no complete answer within ${maxFetchSeconds} s` : 'no answer';
    throw new CommandError(`${place} cannot be read (${why}).`);
  } finally {
    limit.cancel();
  }
};

const textIn = async (answer: Response, place: string): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > maxFetchedBytes)
      throw new CommandError(
        `${place} is larger than ${maxFetchedBytes / 2 ** 20} MiB. Download it, and name the file instead.`,
      );
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};
