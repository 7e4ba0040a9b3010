/** Addresses of names, as the servers of names know them. */
import { Resolver } from 'node:dns/promises';
import type { Deadline, ProcessTime } from '../../../kernel/clock';

/** All addresses of a name. Throws where there are none now. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveTimeoutMs = 5_000;
/** The timeout of one DNS query. Each name is queried twice. */
const questionTimeoutMs = 2_000;

/**
 * Asked of the servers themselves. The system's own lookup would take one of four threads, which files and hashing need too, for as
 * long as a server does not answer: the owner of a name could keep all webhooks waiting. So names that only the file of hosts
 * knows are not known here.
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

/** A name is looked up once at a time: those who ask for it meanwhile share the answer. */
export const createResolve = (ask: Resolve = askServers()): Resolve => {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const asked = underWay.get(name) ?? ask(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
};

/** At most so long: the system may take its time. */
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
