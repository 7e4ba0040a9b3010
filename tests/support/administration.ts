/** Administration by a program: requests with the key of an administrator, of one tenant or of all tenants. */
import type { TenantId } from '../../src/kernel/ids';
import type { TenantEvent } from '../../src/modules/access';
import { client, type Client } from './client';
import { expected, type TestLedger } from './ledger';

/** Wraps a client, so that its paths are below /admin/v1. */
export const administering = (api: Client): Client => {
  const at = (path: string): string => `//admin/v1${path}`;
  return {
    get: (path, headers) => api.get(at(path), headers),
    post: (path, body, headers) => api.post(at(path), body, headers),
    put: (path, body, headers) => api.put(at(path), body, headers),
    patch: (path, body, headers) => api.patch(at(path), body, headers),
    delete: (path, headers) => api.delete(at(path), headers),
    send: (method, path, text, headers) => api.send(method, at(path), text, headers),
  };
};

export interface TestAdministrator {
  readonly id: string;
  readonly key: string;
  /** The administrator's name in the tenants' logs. */
  readonly actor: string;
  readonly api: Client;
}

type Process = Pick<TestLedger, 'app' | 'baseUrl'>;

export const appoint = async (
  { app, baseUrl }: Process,
  tenantId: TenantId | null = null,
): Promise<TestAdministrator> => {
  const { id, key, prefix } = expected(await app.access.adminKeys.issue({ name: 'a test', tenantId }));
  return { id, key, actor: `ak_${prefix}`, api: administering(client(baseUrl, key)) };
};

/** The whole log of a tenant, oldest first. */
export const logOf = async ({ app }: Pick<Process, 'app'>, tenantId: TenantId): Promise<readonly TenantEvent[]> => {
  const { items, next } = await app.access.tenantLog({ tenantId }, { limit: 1_000, direction: 'forward' });
  if (next) throw new Error('the log is longer than the test thought');
  return items.toReversed();
};

/** Runs the act, and returns the events that it added to the tenant's log. */
export const toldMeanwhile = async (
  ledger: Pick<Process, 'app'>,
  tenantId: TenantId,
  act: () => Promise<unknown>,
): Promise<readonly TenantEvent[]> => {
  const before = (await logOf(ledger, tenantId)).length;
  await act();
  return (await logOf(ledger, tenantId)).slice(before);
};

/** Resolves when the process has finished its next verification. */
export const verificationEnds = (of: Pick<Process, 'app'>): Promise<void> => verificationsEnd(of, 1);

/** Resolves after this many verifications have ended. */
export const verificationsEnd = ({ app }: Pick<Process, 'app'>, count: number): Promise<void> =>
  new Promise((resolve) => {
    let ended = 0;
    const leave = app.background.observe(({ loop }) => {
      if (loop !== 'verification' || ++ended < count) return;
      leave();
      resolve();
    });
  });
