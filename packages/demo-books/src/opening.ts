/**
 * Opens the tenant of a demo business, its ledgers, its keys and all other records that exist before its first day. Existing records are
 * not changed, so it may be called again.
 */
import type { LedgerId, TenantId } from '../../../src/kernel/ids';
import type { Principal } from '../../../src/kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import { parseDay } from '../../../src/kernel/time';
import type { Ledger } from '../../../src/modules/ledgering';
import type { App } from '../../../src/app/compose';
import { answerOf, callerWith, ensure } from '../../../src/app/in-process';
import { accountBody } from './bodies';
import type { AccountPlan, Business, LedgerPlan } from './deeds';
import type { Profile, Terms } from './story';

export interface OpenedLedger {
  readonly id: LedgerId;
  /** The principal of the demo's key for this ledger. */
  readonly caller: Principal;
  /** The secret text of the key; undefined if an earlier call issued the key, because the text cannot be read again. */
  readonly key: string | undefined;
  /** The capabilities of the key. */
  readonly capabilities: readonly string[];
  /** Maps the code of a journal to its id. */
  readonly journals: ReadonlyMap<string, string>;
}

export interface Opened {
  readonly tenantId: TenantId;
  /** The terms of the books. If the caller does not set the last day, it is the day of the first call. */
  readonly terms: Terms;
  /** The ledgers by code, in the order of the profile. */
  readonly ledgers: ReadonlyMap<string, OpenedLedger>;
}

/**
 * The refusal if the tenant already has books with different terms. `terms` are those of the existing books; undefined if the demo did not
 * create these books.
 */
export interface MadeOtherwise {
  readonly kind: 'MadeOtherwise';
  readonly tenant: string;
  readonly terms: Terms | undefined;
}

/** The terms that the caller asks for. Without `until` the books end today, or on the day that an earlier call set. */
export type WantedTerms = Omit<Terms, 'until'> & Partial<Pick<Terms, 'until'>>;

export const tenantNameOf = (profile: string): string => `demo ${profile}`;

export const openBusiness = async (
  app: App,
  profile: Profile,
  wanted: WantedTerms,
  today: Terms['until'],
): Promise<Outcome<MadeOtherwise, Opened>> => {
  const tenant = tenantNameOf(wanted.profile);
  const [found] = await app.access.tenants({ name: tenant, limit: 1 });
  const { id: tenantId } = found ?? done(await app.access.createTenant(tenant));
  const [first] = profile.ledgers as readonly [LedgerPlan];
  const begun = await app.ledgering.ledgerOfTenant(tenantId, first.code);
  // The terms are stored in the first account of the first ledger, which is opened before everything else.
  const before = begun && (await termsIn(app, begun, first));
  if (before === 'none' || (before && !areWanted(before, wanted)))
    return refuse({ kind: 'MadeOtherwise', tenant, terms: before === 'none' ? undefined : before });
  const terms = before ?? { ...wanted, until: wanted.until ?? today };
  const ledgers = new Map<string, OpenedLedger>();
  if (profile.string) await foundString(app, tenantId, profile.string);
  for (const plan of profile.ledgers) ledgers.set(plan.code, await openLedger(app, tenantId, profile, plan, terms));
  const { caller } = ledgers.get(first.code) as OpenedLedger;
  for (const [key, label] of Object.entries(profile.attributes))
    await ensure(app, caller, 'createAttributeDefinition', { body: { key, label, indexed: true } });
  return ok({ tenantId, terms, ledgers });
};

/**
 * Returns the terms of existing books. Undefined if the ledger has no accounts yet; 'none' if its accounts are not those of the profile.
 */
const termsIn = async (app: App, ledger: Ledger, { accounts }: LedgerPlan): Promise<Terms | 'none' | undefined> => {
  const [root] = accounts as readonly [AccountPlan];
  const caller = readerOf(ledger);
  const listed = (await answerOf(app, caller, 'listAccounts')) as readonly object[];
  if (listed.length === 0) return undefined;
  return readTerms((await accountCalled(app, caller, root.code))?.metadata) ?? 'none';
};

const readTerms = (metadata: unknown): Terms | undefined => {
  const { demo } = (metadata ?? {}) as { readonly demo?: Partial<Record<keyof Terms, unknown>> };
  const until = parseDay(String(demo?.until));
  if (!demo || until === undefined) return undefined;
  return { profile: String(demo.profile), seed: Number(demo.seed), months: Number(demo.months), until };
};

const areWanted = (terms: Terms, { profile, seed, months, until }: WantedTerms): boolean =>
  terms.profile === profile &&
  terms.seed === seed &&
  terms.months === months &&
  (until === undefined || terms.until === until);

/** Returns a principal for reads before the ledger has a key. */
const readerOf = (ledger: Ledger): Principal => callerWith(ledger, { id: ledger.id as never, prefix: 'demo' }, []);

const foundString = async (
  { strings }: App,
  tenantId: TenantId,
  { code, name }: Exclude<Business['string'], undefined>,
): Promise<void> => {
  // If the string already exists, this call is refused and the string stays unchanged.
  await strings.administration.found(tenantId, { code, name, description: null, isActive: true });
};

const openLedger = async (
  app: App,
  tenantId: TenantId,
  { string }: Business,
  plan: LedgerPlan,
  terms: Terms,
): Promise<OpenedLedger> => {
  const { code, name, currency } = plan;
  const ledger =
    (await app.ledgering.ledgerOfTenant(tenantId, code)) ??
    done(await app.ledgering.openLedger({ tenantId, code, name, currency }));
  if (string) done(await app.strings.administration.addMember(tenantId, string.code, ledger.id));
  const { caller, key, capabilities } = await callerOf(app, ledger, string?.code);
  for (const [index, account] of plan.accounts.entries()) {
    const metadata = index === 0 ? { demo: terms } : null;
    await ensure(app, caller, 'createAccount', { body: { ...accountBody(account), metadata } });
  }
  for (const [journal, title] of Object.entries(plan.journals))
    await ensure(app, caller, 'createJournal', { body: { code: journal, name: title } });
  for (const body of plan.transactionCodes) await ensure(app, caller, 'createTransactionCode', { body });
  await openSets(app, caller, plan);
  return { id: ledger.id, caller, key, capabilities, journals: await idsByCode(app, caller, 'listJournals') };
};

const openSets = async (app: App, caller: Principal, { sets }: LedgerPlan): Promise<void> => {
  for (const { code, name } of sets) await ensure(app, caller, 'createAccountSet', { body: { code, name } });
  const ids = await idsByCode(app, caller, 'listAccountSets');
  for (const { code, accounts } of sets)
    for (const member of accounts) {
      const memberId = (await accountCalled(app, caller, member))?.id;
      const membership = { params: { id: ids.get(code) }, body: { member_type: 'account', member_id: memberId } };
      await ensure(app, caller, 'addAccountSetMember', membership);
    }
};

interface Coded {
  readonly id: string;
  readonly code: string;
  readonly metadata: unknown;
}

const accountCalled = async (app: App, caller: Principal, code: string): Promise<Coded | undefined> => {
  const found = (await answerOf(app, caller, 'listAccounts', { query: { search: code } })) as readonly Coded[];
  return found.find((account) => account.code === code);
};

const idsByCode = async (app: App, caller: Principal, operationId: string): Promise<ReadonlyMap<string, string>> => {
  const listed = (await answerOf(app, caller, operationId)) as readonly Coded[];
  return new Map(listed.map(({ code, id }) => [code, id]));
};

/** Returns the principal of the demo's key for this ledger. Issues the key if there is no valid one. */
const callerOf = async (
  { access }: App,
  ledger: Ledger,
  stringCode: string | undefined,
): Promise<Pick<OpenedLedger, 'caller' | 'key' | 'capabilities'>> => {
  const name = `demo ${ledger.code}`;
  const participation = stringCode === undefined ? [] : [`strings:participate:${stringCode}`];
  const capabilities = ['attributes:admin', 'periods:admin', 'events:admin', ...participation];
  const found = (await access.listKeys(ledger.id)).find((key) => key.name === name && key.isActive);
  const issued = found ? undefined : done(await access.issueKey({ ledger, name, capabilities }));
  const caller = callerWith(ledger, found ?? (issued as Exclude<typeof issued, undefined>), capabilities);
  return { caller, key: issued?.key, capabilities };
};

const done = <A>(outcome: Outcome<object, A>): A => {
  if (refused(outcome)) throw new Error(`the demo could not be created: ${JSON.stringify(outcome.left)}`);
  return outcome.right;
};
