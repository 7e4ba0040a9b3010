/** One example of each hashed object with all its members, for the golden vectors. */
import type { LedgerId, TenantId } from '../../src/kernel/ids';
import type { TenantEvent } from '../../src/modules/access/domain/tenant-log';
import type { Account } from '../../src/modules/ledgering/domain/account';
import type { AccountSet, AccountSetMember } from '../../src/modules/ledgering/domain/account-set';
import type { LedgerEvent } from '../../src/modules/ledgering/domain/event';
import type { ReversalInPart } from '../../src/modules/ledgering/domain/formats/version-1';
import type { MeantPost } from '../../src/modules/ledgering/domain/formats/version-2';
import type { Journal } from '../../src/modules/ledgering/domain/journal';
import type { PeriodLock } from '../../src/modules/ledgering/domain/period-lock';
import type { ExtensionRequest, ReleaseRequest, SettlementRequest } from '../../src/modules/ledgering/domain/hold';
import type { ReversalRequest } from '../../src/modules/ledgering/domain/reversal';
import type { Draft, TransactionRequest } from '../../src/modules/ledgering/domain/transaction';
import type { OperationRequest } from '../../src/modules/strings/domain/operation';
import { optionalCode, stringOperation, transactionCode } from './logged-things';
import { at, id, metadata } from './members';
import { wordsThings } from './words-things';

const account: Account = {
  id: id(1),
  code: 'CUST-1',
  name: 'Wallet of Ana',
  type: 'liability',
  category: 'customer',
  normalBalance: 'credit',
  parentId: id(2),
  description: 'her money',
  isActive: true,
  isSystem: false,
  metadata,
  limits: { enforced: true, basis: 'settled', min: -5n as never, max: 123_456_789_012_345_678_901n as never },
  cashFlow: null,
  isGroup: false,
  createdAt: at(1),
  updatedAt: at(2),
};

const journal: Journal = {
  id: id(3),
  code: 'SALES',
  name: 'Sales',
  description: 'what is sold',
  isClosed: false,
  metadata,
  createdAt: at(3),
  updatedAt: at(4),
};

const periodLock: PeriodLock = {
  id: id(4),
  lockedUntil: '2025-12-31' as never,
  reason: 'the year is over',
  createdAt: at(5),
  releasedAt: at(6),
  releaseReason: 'a late invoice',
};

const accountSet: AccountSet = {
  id: id(5),
  code: 'WALLETS',
  name: 'Wallets',
  description: 'of all customers',
  metadata,
  createdAt: at(7),
  updatedAt: at(8),
};

const accountSetMember: AccountSetMember = {
  accountSetId: id(5),
  memberType: 'account',
  memberId: id(1),
  code: 'CUST-1',
  name: 'Wallet of Ana',
  createdAt: at(9),
};

const transaction: Draft = {
  id: id(6),
  journalId: id(3),
  effectiveDate: '2026-01-14' as never,
  layer: 'settled',
  description: 'Sale of “tea”',
  reference: 'INV-7',
  totalAmount: 1_050n as never,
  correlationId: 'order-7',
  correlationType: 'order',
  correlationSourceId: id(7),
  idempotencyKey: 'sale-7',
  metadata,
  attributes: { region: 'north', channel: 'web' },
  transactionCode: 'SALE',
  transactionCodeVersion: 3,
  batchId: id(8),
  undoesTransactionId: id(9),
  settlesTransactionId: null,
  expiresAt: null,
  stringOperationId: id(10),
  acceptedBy: 'abcdefghijkl',
  acceptedAt: at(10),
  entries: [
    {
      id: id(11),
      accountId: id(1),
      layer: 'settled',
      type: 'debit',
      amount: 1_050n as never,
      description: 'paid',
      metadata,
    },
    {
      id: id(12),
      accountId: id(2),
      layer: 'settled',
      type: 'credit',
      amount: 1_050n as never,
      description: null,
      metadata: null,
    },
  ],
};

const hold: Draft = { ...transaction, layer: 'pending', undoesTransactionId: null, expiresAt: at(12) };

const settlement: Draft = { ...transaction, undoesTransactionId: null, settlesTransactionId: id(14) };

const event: LedgerEvent = {
  type: 'transaction_posted',
  transactionId: id(6),
  accountId: id(1),
  actor: 'abcdefghijkl',
  reason: 'because',
  occurredAt: at(11),
  contentHash: Buffer.alloc(33, 7),
};

const post = {
  effectiveDate: '2026-01-14' as never,
  description: 'Sale of “tea”',
  idempotencyKey: 'sale-7',
  reference: 'INV-7',
  layer: 'pending',
  journalId: id(3),
  correlationId: 'order-7',
  correlationType: 'order',
  correlationSourceId: id(7),
  expiresAt: null,
  metadata,
  attributes: { region: 'north' },
} satisfies Omit<TransactionRequest, 'mode'>;

/** A request and the facts of the ledger that determine its meaning, as members of one object. */
export type FlatPost = TransactionRequest & Pick<MeantPost, 'meaning'>;

const postWithEntries: FlatPost = {
  ...post,
  meaning: { journalId: id(3), accountIds: [id(1), id(4)], params: null },
  mode: {
    kind: 'entries',
    entries: [
      { account: { id: id(1) }, type: 'debit', amount: '10.50', description: 'paid', metadata },
      { account: { code: 'CUST-1' }, type: 'credit', amount: '10.5', description: null, metadata: null },
    ],
  },
};

const postByCode: FlatPost = {
  ...post,
  meaning: { journalId: id(3), accountIds: [id(1), id(4)], params: '6:amount;4:10.5;4:note;1:x;' },
  mode: { kind: 'code', code: 'SALE', params: { amount: '10.50', note: 'x' } },
};

const postHold: FlatPost = { ...postWithEntries, expiresAt: at(12) };

const reverse: Omit<ReversalRequest, 'part'> = {
  transactionId: id(6),
  reason: 'returned',
  date: '2026-01-16' as never,
  reference: 'CN-7',
  metadata,
  idempotencyKey: 'undo-7',
};

const reverseEntries: ReversalInPart = {
  ...reverse,
  part: {
    kind: 'entries',
    entries: [
      { entryId: id(11), amount: '2.50' },
      { entryId: id(12), amount: '2.5' },
    ],
  },
};

const reverseAmount: ReversalInPart = { ...reverse, part: { kind: 'amount', amount: '2.50' } };

const settle: SettlementRequest = {
  transactionId: id(6),
  part: null,
  date: null,
  isFinal: true,
  description: 'Capture',
  reference: 'CAP-7',
  metadata,
  attributes: { region: 'north' },
  idempotencyKey: 'settle-7',
};

const settleEntries: SettlementRequest = {
  ...settle,
  part: reverseEntries.part,
  date: '2026-01-16' as never,
  isFinal: false,
};

const release: ReleaseRequest = {
  transactionId: id(6),
  part: null,
  reason: 'cancelled',
  date: null,
  idempotencyKey: 'release-7',
};

const releaseAmount: ReleaseRequest = { ...release, part: reverseAmount.part };
const releaseOfDay: ReleaseRequest = { ...releaseAmount, date: '2026-01-16' as never };

/** Requests with a reference and attributes of their own (`Own`), and with null, so that they inherit neither (`None`). */
const reverseOwn: Omit<ReversalRequest, 'part'> = { ...reverse, attributes: { region: 'south' } };
const reverseNone: ReversalInPart = { ...reverseAmount, reference: null, attributes: null };
const settleExcess: SettlementRequest = { ...settle, allowsExcess: true };
const settleNone: SettlementRequest = { ...settle, reference: null, attributes: null };
const releaseOwn: ReleaseRequest = { ...release, reference: 'REL-7', attributes: { region: 'south' } };
const releaseNone: ReleaseRequest = { ...release, reference: null, attributes: null };

const extendAmount: ExtensionRequest = {
  transactionId: id(6),
  amount: '80.00',
  date: null,
  idempotencyKey: 'extend-7',
};
const extend: ExtensionRequest = { ...extendAmount, expiresAt: at(9) };
const extendForEver: ExtensionRequest = { ...extend, amount: null, expiresAt: null };
const extendOfDay: ExtensionRequest = { ...extend, date: '2026-01-16' as never };

const convert: OperationRequest = {
  operation: 'convert',
  stringCode: 'GLOBAL',
  sourceLedgerCode: 'EUR',
  targetLedgerCode: 'USD',
  sourceAccountCode: 'BANK',
  targetAccountCode: 'BANK',
  sourceAmount: '100.00',
  targetAmount: '108.50',
  rate: '1.085',
  reference: 'FX-7',
  effectiveDate: '2026-01-14' as never,
  description: 'Tea in dollars',
  attributes: { region: 'north' },
  idempotencyKey: 'fx-7',
};

const tenantEvent: Omit<TenantEvent, 'hash'> = {
  tenantId: id(14),
  sequence: 7n,
  type: 'key.created',
  actor: 'operator:01930000-0000-7000-8000-000000000015',
  subjectType: 'key',
  subjectId: id(16),
  content: '{"name": "Bücher 📚"}',
  occurredAt: at(9),
  previousHash: Buffer.alloc(33, 4),
};

export const things = {
  genesis: id(13) as LedgerId,
  event: { before: Buffer.alloc(33, 3), sequence: 42n, event },
  transaction,
  hold,
  settlement,
  keyedTransaction: { ...transaction, fingerprint: Buffer.alloc(33, 9) },
  keyedHold: { ...hold, fingerprint: Buffer.alloc(33, 9) },
  ...{ account, classedAccount: { ...account, cashFlow: 'investing' } satisfies Account },
  ...{ groupAccount: { ...account, isGroup: true } satisfies Account, journal },
  periodLock,
  accountSet,
  accountSetMember,
  stringOperation,
  transactionCode,
  optionalCode,
  ...{ postWithEntries, postByCode, postHold },
  ...{ reverse, reverseEntries, reverseAmount },
  ...{ settle, settleEntries },
  ...{ release, releaseAmount, releaseOfDay, releaseOwn, releaseNone },
  ...{ reverseOwn, reverseNone },
  ...{ settleNone, settleExcess },
  ...wordsThings,
  ...{ extend, extendAmount, extendForEver, extendOfDay },
  convert,
  tenantGenesis: id(14) as TenantId,
  tenantEvent,
};
