/** Resolves host names to addresses with DNS. */
import { Resolver } from 'node:dns/promises';
import type { Deadline, ProcessTime } from '../../../kernel/clock';

/** Returns all addresses of a name. Throws if it has none now. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveTimeoutMs = 5_000;
/** The timeout of one DNS query. Each name is queried twice. */
const questionTimeoutMs = 2_000;

/**
 * Queries the DNS servers directly. The system's lookup would occupy one of four threads, which files and hashing need too, for as long as
 * a server does not answer, so that the owner of a name could delay all webhooks. Names in the system's hosts file are therefore unknown
 * here.
 */
const askServers = (): Resolve => {
  const resolver = new Resolver({ timeout: questionTimeoutMs, tries: 2 });
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length === 0) throw new Error('the name has no address');
    return addresses;
  };
};

/** Creates a resolver that runs one lookup for concurrent requests for the same name. */
export const createResolve = (ask: Resolve = askServers()): Resolve => {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const asked = underWay.get(name) ?? ask(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
};

/** Resolves a name, and throws after `timeoutMs`, because a lookup may take longer than its own timeout. */
export const resolveWithin = async (
  resolve: Resolve,
  name: string,
  timeoutMs: number,
  clock: Pick<ProcessTime, 'deadline'>,
): Promise<readonly string[]> => {
  let deadline: Deadline | undefined;
  const late = new Promise<never>((_, reject) => {
    deadline = clock.deadline(timeoutMs, () => reject(new Error('the name was not resolved in time')));
  });
  try {
    return await Promise.race([resolve(name), late]);
  } finally {
    deadline?.cancel();
  }
};
