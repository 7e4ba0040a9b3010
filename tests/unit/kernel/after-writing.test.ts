/** Use cases that read or write again after a commit. If that step fails, the answer must not claim that nothing was written. */
import { MemoryUnitOfWork } from '../../../src/kernel/memory/unit-of-work';
import { unobserved } from '../../../src/kernel/observations';
import type { Administrator, Principal } from '../../../src/kernel/principal';
import { CommitInDoubt, ok, Unavailable } from '../../../src/kernel/refusal';
import { createJudgeGuess } from '../../../src/modules/access/application/guesses-in-turn';
import { createOperators } from '../../../src/modules/access/application/operators';
import { createRateWindows } from '../../../src/modules/access/application/rate-windows';
import { createSessions } from '../../../src/modules/access/application/sessions';
import { createCsrfTokens, createTokenHashing } from '../../../src/modules/access/domain/person-tokens';
import { budgetsOf } from '../../../src/modules/access/domain/sign-in-budget';
import { MemoryFailureCounts, MemoryPeople } from '../../../src/modules/access/memory/people-stores';
import { createChangeLedgerCalendar } from '../../../src/modules/administration/application/change-calendar';
import { createDefinitions } from '../../../src/modules/attributes/application/definitions';
import { MemoryAttributesStore } from '../../../src/modules/attributes/memory/attributes-store';
import type { Ledger, Ledgering } from '../../../src/modules/ledgering';
import { createStringAdministration } from '../../../src/modules/strings/application/strings';
import { MemoryStringStore } from '../../../src/modules/strings/memory/string-store';
import { expected, ledger } from '../../support/access-in-memory';
import { HandClock } from '../../support/hand-clock';

const clock = new HandClock('2026-01-15T10:00:00.000Z');
const caller = { tenantId: ledger.tenantId, ledgerId: ledger.id, actor: 'sk_test' } as Principal;
const away = async (): Promise<never> => {
  throw new Unavailable('The store is away.');
};

/** Returns attribute definitions whose store fails at `step` of each read. */
const definitionsWithout = (step: 'usage' | 'definitions') => {
  const store = new MemoryAttributesStore();
  store[step] = away;
  return createDefinitions({
    ...{ unitOfWork: new MemoryUnitOfWork(), store, reader: store, limits: { maxKeys: 10 }, clock },
    ...{ wanted: () => undefined, maxIndexWaitMs: 1_000 },
  });
};

const createKey = (definitions: ReturnType<typeof definitionsWithout>, isIndexed: boolean): Promise<unknown> =>
  clock.through(definitions.define(caller, { key: 'region', label: null, isIndexed }));

const acceptInvitation = async (): Promise<unknown> => {
  const people = new MemoryPeople();
  const secrets = { installationSecret: Buffer.alloc(32, 7), pepper: 'pepper', formerPepper: undefined };
  const tokens = createTokenHashing(secrets);
  const operators = createOperators({ store: people, tokens, publicUrl: 'https://ledger.example', clock });
  const sessions = createSessions({
    ...{ operators: people, sessions: people, tenants: { quotas: async () => [] }, tokens, clock },
    ...{ failures: new MemoryFailureCounts(), budgets: createRateWindows(clock), observations: unobserved },
    passwords: { hashOf: async () => 'hash', matches: async () => true, judge: async () => [] },
    csrfTokens: createCsrfTokens(secrets),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const person = { email: 'anna@example.com', name: 'Anna', role: 'viewer', tenantId: ledger.tenantId };
  const { url } = expected(await operators.invite(person, 'command line'));
  people.begin = away;
  const from = { address: '192.0.2.1', agent: undefined };
  return sessions.acceptInvitation(url.split('#')[1] as string, 'three plain words here', from);
};

test.each<[useCase: string, run: () => Promise<unknown>]>([
  ['creating an attribute, then counting its uses', () => createKey(definitionsWithout('usage'), false)],
  ['creating an attribute, then waiting for its index', () => createKey(definitionsWithout('definitions'), true)],
  [
    'changing an attribute, then counting its uses',
    async () => {
      const definitions = definitionsWithout('usage');
      await createKey(definitions, false).catch(() => undefined);
      return definitions.changeDefinition(caller, 'region', { label: 'Region' });
    },
  ],
  [
    'creating a string, then reading its members',
    () => {
      const ledgering = { ledgers: away } as unknown as Ledgering;
      const draft = { code: 'GLOBAL', name: 'Global', description: null, isActive: true };
      return createStringAdministration(new MemoryStringStore(), ledgering, clock).create(caller, draft);
    },
  ],
  ['accepting an invitation, then beginning a session', acceptInvitation],
  [
    'signing in, then correcting the count of guesses',
    () => {
      const failures = new MemoryFailureCounts();
      failures.giveBack = away;
      return createJudgeGuess(failures, clock)(budgetsOf('anna@example.com', '192.0.2.1'), async () => true);
    },
  ],
  [
    'changing a calendar, then forgetting the keys of the ledger',
    () => {
      const changed = { id: ledger.id } as Ledger;
      const change = createChangeLedgerCalendar({ changeCalendar: async () => ok(changed) }, { forgetKeysOf: away });
      return change({ actor: 'ak_test' } as Administrator, changed, { timeZone: ledger.timeZone });
    },
  ],
])('%s leaves the commit in doubt', async (_, run) => {
  await expect(run()).rejects.toBeInstanceOf(CommitInDoubt);
});

test('a fault before the commit still says that nothing was written', async () => {
  const strings = new MemoryStringStore();
  strings.insert = away;
  const administration = createStringAdministration(strings, {} as Ledgering, clock);
  const draft = { code: 'GLOBAL', name: 'Global', description: null, isActive: true };
  const fault: unknown = await administration.create(caller, draft).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Unavailable);
  expect(fault).not.toBeInstanceOf(CommitInDoubt);
});
