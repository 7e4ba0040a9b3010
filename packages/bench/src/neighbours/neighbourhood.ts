/** Sets up independent tenants of one installation, and starts fresh services for them. */
import { refused, type Outcome } from '../../../../src/kernel/refusal';
import type { Target } from '../load/connection';
import { startProcess, type Process } from '../load/process';
import type { AttackedBooks } from '../postgres/attacked-books';
import { askService, askWhole, type ServiceProcess } from '../service';
import type { Stage } from '../stage';
import type { Seen, Span } from './victim';

/** The default rate limit of a key. */
export const usualPerSecond = 10;
const plentyPerSecond = 1_000_000;
/** The password of each created person. The data of a run is deleted at its end. */
const password = 'three plain words here';

/** Creates a tenant with a ledger, the accounts CASH and SALES in it, and a key with the given rate limit. */
export const moveIn = async (
  { installation: { access, ledgering }, owner, service: { host, port } }: Stage,
  name: string,
  share: number,
  requestsPerSecond = usualPerSecond,
): Promise<{ readonly key: string; readonly books: AttackedBooks }> => {
  const { id: tenantId } = expected(await access.createTenant(name));
  const ledger = expected(await ledgering.openLedger({ tenantId, code: 'MAIN', name, currency: 'EUR' }));
  const [key = '', officeKey = ''] = await Promise.all(
    [requestsPerSecond, plentyPerSecond].map(
      async (rateLimitPerSecond) =>
        expected(await access.issueKey({ ledger, rateLimitPerSecond, capabilities: ['events:admin'] })).key,
    ),
  );
  const office: Target = { host, port, key: officeKey };
  const books: AttackedBooks = {
    ...{ ledgerId: ledger.id, owner, share },
    get: (path) => askService(office, path),
    nextCursor: async (path) => {
      const { meta } = await askWhole<{ meta: { pagination: { next_cursor: string | null } } }>(office, path);
      return meta.pagination.next_cursor ?? '';
    },
    post: (path, body, headers) => askService(office, path, body, headers),
    invite: async (person, role) => {
      const email = `${person}@${ledger.id}.example`.replaceAll(' ', '-');
      const invited = expected(await access.operators.invite({ email, name: person, role, tenantId }, 'bench'));
      const link = invited.url.slice(invited.url.indexOf('#') + 1);
      expected(await access.sessions.acceptInvitation(link, password, { address: host, agent: undefined }));
      return { email, password };
    },
  };
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    await books.post('/accounts', { code, name: code, type, category: 'system' });
  return { key, books };
};

const expected = <A>(outcome: Outcome<object, A>): A => {
  if (refused(outcome)) throw new Error(`a tenant could not move in: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};

export interface Served {
  readonly service: ServiceProcess;
  readonly pids: readonly number[];
  readonly victim: Process<Span, Seen>;
}

const warmUpMs = 1_000;

/** Starts a service and the victim's process, and with the role `api` also a worker. Stops them all after `work`. */
export const whileServed = async <A>(
  { owner, startService }: Stage,
  role: 'all' | 'api',
  victimKey: string,
  settings: Readonly<Record<string, string>>,
  work: (served: Served) => Promise<A>,
): Promise<A> => {
  await owner.forgetWork();
  const service = await startService({ ...settings, LEDGER_ROLE: role, LOG_LEVEL: 'error' });
  const services = [service];
  if (role === 'api') services.push(await startService({ LEDGER_ROLE: 'worker', LOG_LEVEL: 'error' }));
  const { host, port } = service;
  const victim = await startProcess<Span, Seen>(require.resolve('./victim'), { host, port, key: victimKey });
  try {
    await new Promise((resolve) => setTimeout(resolve, warmUpMs));
    return await work({ service, pids: services.map(({ pid }) => pid), victim });
  } finally {
    await victim.stop();
    await Promise.all(services.map((one) => one.stop('SIGKILL')));
  }
};
