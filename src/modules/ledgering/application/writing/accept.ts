/**
 * POST /transactions and /transactions/batch: makes transactions durable. One database transaction serves all requests of
 * a ledger that are there at the time.
 */
import { evictingMap } from '../../../../kernel/evicting-map';
import type { LedgerId } from '../../../../kernel/ids';
import { judgedAnew } from '../../../../kernel/optimistic';
import type { Principal } from '../../../../kernel/principal';
import { ok, refused, type Outcome } from '../../../../kernel/refusal';
import { inSlices } from '../../../../kernel/slices';
import { indexedOf, type AttributeMap, type Attributes, type Judgement } from '../../../attributes';
import type { Catalog, Expansion, ExpansionRefusal } from '../../../catalog';
import { readEntries } from '../../domain/draft';
import { postFormats } from '../../domain/formats';
import {
  judgeGroup,
  wantsOf,
  type Granted,
  type JudgedSubmission,
  type Prepared,
  type PreparedSubmission,
} from '../../domain/judging';
import { decisionsOf } from '../../domain/posting';
import type { TransactionRequest } from '../../domain/transaction';
import { RulesChanged } from '../ports';
import { LedgerWriter, type AccountsRoom, type WriteDependencies, type WrittenGroup } from './ledger-writer';
import type { Acceptances, AcceptedTransaction, AcceptRefusal, Submission } from './submission';
import { createWideWork, wideFromEntries } from './wide-work';

export type Accept = (submission: Submission) => Promise<Acceptances>;

export interface AcceptDependencies extends WriteDependencies {
  readonly catalog: Catalog;
  readonly attributes: Attributes;
}

/** Ledgers of which a writer is kept. */
const maxKnownLedgers = 10_000;
/** Over all ledgers; where there are more, all that is known is forgotten. */
const maxKnownAccounts = 40_000;

export const createAccept = (dependencies: AcceptDependencies): Accept => {
  const wide = createWideWork();
  const acceptTogether = async (
    writer: LedgerWriter,
    group: readonly Submission[],
  ): Promise<readonly Acceptances[]> => {
    const { tenantId } = (group[0] as Submission).caller;
    if (group.some(({ batch }) => batch)) wide.requireRoom(tenantId);
    const startedAt = performance.now();
    const prepared = await prepareGroup(dependencies, group);
    const accept = (): Promise<readonly Acceptances[]> => acceptGroup(dependencies, writer, group, prepared);
    return entriesOf(prepared) < wideFromEntries ? accept() : wide.inTurn(tenantId, startedAt, accept);
  };
  const room: AccountsRoom = {
    left: maxKnownAccounts,
    forgetAll: () => writers.values().forEach((writer) => writer.forget()),
  };
  const writers = evictingMap<LedgerId, LedgerWriter>(
    maxKnownLedgers,
    (ledgerId) => new LedgerWriter(dependencies, ledgerId, acceptTogether, room),
    (writer) => writer.forget(),
  );
  return (submission) => {
    const { ledgerId, tenantId } = submission.caller;
    const submit = (): Promise<Acceptances> => writers.use(ledgerId, (writer) => writer.submit(submission));
    return submission.batch ? wide.batch(tenantId, submit) : submit();
  };
};

const acceptGroup = async (
  { attributes }: AcceptDependencies,
  writer: LedgerWriter,
  group: readonly Submission[],
  prepared: readonly PreparedGroup[],
): Promise<readonly Acceptances[]> => {
  const { caller } = group[0] as Submission;
  const maps = prepared.flatMap(({ items }) =>
    items.map((item) => (refused(item) || refused(item.right.intent) ? null : item.right.intent.right.attributes)),
  );
  const wants = wantsOf(prepared);
  const write = async (judgement: Judgement): Promise<readonly Acceptances[]> => {
    const indexed = judgement.verdicts.map((verdict) =>
      refused(verdict) || verdict.right === null ? verdict : ok(indexedOf(verdict.right, judgement.indexedKeys)),
    );
    const written = await writer.write({
      denomination: caller.denomination,
      wants,
      attributes: judgement,
      judge: (reading, now) => judgeGroup(prepared, indexed, reading, now),
    });
    return answersOf(written);
  };
  return judgedAnew((stale) => attributes.judge(caller, maps, stale), write, isStale);
};

const isStale = (fault: unknown): boolean => fault instanceof RulesChanged;

type PreparedGroup = PreparedSubmission<AcceptRefusal>;

const entriesOf = (prepared: readonly PreparedGroup[]): number => {
  let entries = 0;
  for (const { items } of prepared)
    for (const item of items)
      if (!refused(item) && !refused(item.right.intent)) entries += item.right.intent.right.entries.length;
  return entries;
};

/** With what became of each transaction that was posted with its acceptance. */
const answersOf = ({ answers, plan }: WrittenGroup): readonly Acceptances[] => {
  const decisions = plan ? decisionsOf(plan) : noDecisions;
  return answers.map(({ batchId, results }: JudgedSubmission<AcceptRefusal>) => ({
    batchId,
    results: results.map((result) => (refused(result) ? result : ok(accepted(result.right, decisions)))),
  }));
};

const accepted = (
  { id, idempotencyKey, correlationId, batchId, replayed }: Granted,
  decisions: ReturnType<typeof decisionsOf>,
): AcceptedTransaction => ({
  id,
  idempotencyKey,
  correlationId,
  batchId,
  replayed,
  decision: decisions.get(id) ?? null,
});

const noDecisions: ReturnType<typeof decisionsOf> = new Map();

/** Expands transaction codes (one call for the whole group) and reads amounts, in slices. */
const prepareGroup = async (
  { catalog }: AcceptDependencies,
  group: readonly Submission[],
): Promise<readonly PreparedGroup[]> => {
  const coded = group.flatMap(({ items }) =>
    items.flatMap((item) =>
      refused(item) || item.right.mode.kind !== 'code' ? [] : [{ layer: item.right.layer, ...item.right.mode }],
    ),
  );
  const caller = (group[0] as Submission).caller;
  const expansions = coded.length > 0 ? await catalog.expandMany(caller, coded) : [];
  const pause = inSlices();
  const prepared: PreparedGroup[] = [];
  let next = 0;
  for (const { items, caller: ownCaller, batch } of group) {
    const ofSubmission: PreparedGroup['items'][number][] = [];
    for (const item of items) {
      const turn = pause();
      if (turn) await turn;
      const expansion = isCoded(item) ? expansions[next++] : undefined;
      ofSubmission.push(refused(item) ? item : prepare(item.right, expansion, ownCaller));
    }
    prepared.push({ caller: ownCaller, batch, items: ofSubmission });
  }
  return prepared;
};

const isCoded = (item: Submission['items'][number]): boolean => !refused(item) && item.right.mode.kind === 'code';

const prepare = (
  request: TransactionRequest,
  expansion: Outcome<ExpansionRefusal, Expansion> | undefined,
  { denomination }: Principal,
): Outcome<AcceptRefusal, Prepared<AcceptRefusal>> => {
  const of = (intent: Prepared<AcceptRefusal>['intent']): Outcome<never, Prepared<AcceptRefusal>> =>
    ok({ request, fingerprint: postFormats.fingerprintOf(request), intent });
  if (request.mode.kind === 'entries') {
    const entries = readEntries(request.mode.entries, request.layer, denomination);
    if (refused(entries)) return entries;
    return of(
      ok({
        entries: entries.right,
        metadata: request.metadata,
        // Judged by the attribute catalog before anything is drafted.
        attributes: request.attributes as AttributeMap | null,
        transactionCode: null,
        transactionCodeVersion: null,
      }),
    );
  }
  if (!expansion) throw new Error('the catalog answered fewer expansions than it was asked for');
  if (refused(expansion)) return of(expansion);
  const { code, version, entries, attributes, metadata } = expansion.right;
  return of(
    ok({
      entries: entries.map((entry) => ({
        ...entry,
        account: 'code' in entry.account ? entry.account : { id: entry.account.id as never },
      })),
      metadata: metadata || request.metadata ? { ...metadata, ...request.metadata } : null,
      attributes: merged(attributes, request.attributes as AttributeMap | null),
      transactionCode: code,
      transactionCodeVersion: version,
    }),
  );
};

/** The request's own attributes win over those of the template. */
const merged = (template: AttributeMap, own: AttributeMap | null): AttributeMap | null =>
  own === null && Object.keys(template).length === 0 ? null : { ...template, ...own };
