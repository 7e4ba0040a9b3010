/** Addresses of names, as the system knows them. */
import { lookup } from 'node:dns/promises';
import { createFairLine } from '../../../kernel/fair-line';

/** All addresses of a name, the best first. Throws where there are none now. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveTimeoutMs = 5_000;

/** Node asks the system in four threads, which files and hashing need too: names may have half of them. */
const lookupsAtOnce = 2;
const maxWaiting = 1_000;

/** Names of one owner take turns with those of others: a server of names that never answers keeps one thread from us. */
const ownerOf = (name: string): string => name.replace(/\.$/, '').split('.').slice(-2).join('.');

const systemLookup: Resolve = async (name) => {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
};

/** Who asks for a name that is being looked up is told the same answer. */
export const createResolve = (ask: Resolve = systemLookup): Resolve => {
  const line = createFairLine({
    places: lookupsAtOnce,
    placesEach: 1,
    maxWaitMs: resolveTimeoutMs,
    maxWaitingEach: maxWaiting / 4,
    maxWaiting,
  });
  const underWay = new Map<string, Promise<readonly string[]>>();
  const inTurn: Resolve = async (name) => {
    const owner = ownerOf(name);
    await line.enter(owner);
    // The place is kept for as long as the thread is, even if nobody waits any more.
    try {
      return await ask(name);
    } finally {
      line.leave(owner);
    }
  };
  return (name) => {
    const asked = underWay.get(name) ?? inTurn(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
};

/** At most so long: the system may take its time. */
export const resolveWithin = async (resolve: Resolve, name: string, timeoutMs: number): Promise<readonly string[]> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the name was not resolved in time')), timeoutMs);
  });
  try {
    return await Promise.race([resolve(name), late]);
  } finally {
    clearTimeout(timer);
  }
};
