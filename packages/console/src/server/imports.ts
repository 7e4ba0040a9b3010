/**
 * The routes through which a person imports a file in the console. They read the file as `ledger import` does, and post it through the
 * API's routes in this process, with the person's rights. An import takes a long time, so imports have a queue of their own: at most one
 * runs per tenant, and at most two in the process. The same limits apply to previews. The file is read in small pieces, and an import stops
 * when the person's session ends.
 */
import type { Clock } from '../../../../src/kernel/clock';
import { createPacedLine, type PacedLineLimits } from '../../../../src/kernel/running/fair-shares/paced-line';
import { visiting, type Visitor } from '../../../../src/kernel/http/visitor';
import type { Route } from '../../../../src/kernel/http/route';
import { exampleId } from '../../../../src/kernel/http/examples';
import type { LedgerId } from '../../../../src/kernel/ids';
import { sharedWith, usualScopes, type Principal, type Scope } from '../../../../src/kernel/principal';
import { ok, OverShare, refuse, refused, type Outcome } from '../../../../src/kernel/refusal';
import { inSlices } from '../../../../src/kernel/running/slices';
import {
  emptyMap,
  explainFile,
  importJournal,
  readMap,
  sourceOfBytes,
  type Explanation,
  type ImportMap,
  type RejectedText,
  type Source,
  type Summary,
} from '../../../import/src';
import { bookkeeperOf, worksFor, type Access } from '../../../../src/modules/access';
import type { Ledgering } from '../../../../src/modules/ledgering';
import {
  importBodyLimit,
  importShape,
  maxPreviewRows,
  oneLedger,
  previewShape,
  sentFile,
  sentImport,
} from './import-codecs';
import {
  importAnswers,
  previewAnswers,
  type ImportRefusal,
  type NotAdmitted,
  type PreviewRefusal,
} from './import-status';
import { isOurPage } from './our-page';

export interface ImportRoutesDependencies {
  readonly access: Pick<Access, 'sessions' | 'isUsable'>;
  readonly ledgering: Pick<Ledgering, 'ledger' | 'accountsNamed'>;
  /** The API's routes, through which the import posts. */
  readonly routes: readonly Route[];
  readonly clock: Clock;
}

export const importLineLimits: PacedLineLimits = {
  ...{ places: 2, maxWaitMs: 5_000, maxWaitingEach: 16 },
  ...{ pauseTimes: 1, maxPauseMs: 1_000 },
};
/**
 * The maximum number of bytes that are read from the beginning of a file to propose a map. They are read without yielding to other
 * requests, so they must be few.
 */
const maxSampleBytes = 131_072;
/** The shortest time between two checks of the session, in milliseconds. */
const lookMs = 500;

const shared = {
  tag: 'Files at the console',
  needs: 'nothing',
  params: oneLedger,
  missing: 'LedgerNotFound',
  maxBody: importBodyLimit,
  strict: true,
  ok: 200,
} as const;

/** A file in base64: the header `Date,Text,Amount` and one row. */
const exampleFile = 'RGF0ZSxUZXh0LEFtb3VudAoyMDI2LTAxLTA1LFRlYSwtNC41MAo=';
const exampleMap =
  '{"csv":{"date":{"column":"Date"},"description":"Text","amount":"Amount","account":"BANK","contra_account":"OPEN"}}';

export const importRoutes = ({ access, ledgering, routes, clock }: ImportRoutesDependencies): readonly Route[] => {
  const previewing = createPacedLine(importLineLimits, clock);
  const importing = createPacedLine(importLineLimits, clock);

  const admitted = async (visitor: Visitor, id: LedgerId): Promise<Outcome<NotAdmitted, Principal>> => {
    const { sessionToken: token, address } = visitor;
    if (token === undefined) return refuse({ kind: 'SessionRequired' });
    const known = await access.sessions.authenticate(token, address, 'tenant');
    if (known.kind === 'limited')
      throw new OverShare('The person or the tenant has reached the limit of requests per second.');
    if (known.kind !== 'known') return refuse({ kind: 'SessionRequired' });
    if (!isOurPage(access.sessions, visitor, token)) return refuse({ kind: 'CsrfTokenInvalid' });
    const ledger = await ledgering.ledger(id);
    if (!ledger || !worksFor(known.operator, ledger.tenantId)) return refuse({ kind: 'LedgerNotFound' });
    const caller = bookkeeperOf(known.operator, known, ledger);
    const scope = [...usualScopes].find((each: Scope) => !caller.scopes.has(each));
    return scope === undefined ? ok(caller) : refuse({ kind: 'ScopeMissing', scope });
  };

  const sourceFor = (bytes: Buffer, caller: Principal): Source => {
    const pause = inSlices(clock);
    let judgedAt = clock.elapsed();
    return sourceOfBytes(bytes, async () => {
      await pause();
      if (clock.elapsed() - judgedAt < lookMs) return;
      if (!(await access.isUsable(caller))) throw new SessionOver();
      judgedAt = clock.elapsed();
    });
  };

  /**
   * Runs `work` in the queue of imports, after checking that the person may import and that the map is valid. If the session ends
   * while it waits, nothing is done; if it ends during the work, the answer is `cutOff`.
   */
  const inTurn = async <A, R extends ImportRefusal>(
    { caller: visitor, params, body }: Asked,
    line: typeof importing,
    cutOff: R,
    work: (caller: Principal, map: ImportMap | undefined) => Promise<Outcome<PreviewRefusal, A>>,
  ): Promise<Outcome<PreviewRefusal | R, A>> => {
    const caller = await admitted(visitor, params.ledgerId);
    if (refused(caller)) return caller;
    const map = body.map === undefined ? ok(undefined) : readMap(body.map);
    if (refused(map)) {
      const complaint = `is not a valid map: ${map.left.join(' ').replace(/\.$/, '')}`;
      return refuse({ kind: 'MapInvalid', errors: { map: [complaint] } });
    }
    const leave = await line.enter(sharedWith(caller.right));
    try {
      // The session may have ended while the request waited in the queue. Nothing has been read or posted yet.
      if (!(await access.isUsable(caller.right))) return refuse({ kind: 'SessionRequired' });
      return await work(caller.right, map.right);
    } catch (error) {
      if (error instanceof SessionOver) return refuse(cutOff);
      throw error;
    } finally {
      leave();
    }
  };

  return [
    visiting.post(
      '/ledgers/:ledgerId/imports/preview',
      {
        ...shared,
        operationId: 'previewImport',
        summary: 'Show how a file would be read, and propose a map for it',
        description:
          'Reads a file as an import would, and returns its first 20 transactions. Without a map it proposes one. It reads only the currency of the ledger, and writes nothing.',
        refusals: previewAnswers,
        body: sentFile,
        answer: previewShape,
        example: { params: { ledgerId: exampleId('ledger USD-MAIN') }, body: { file: exampleFile } },
      },
      (input) =>
        inTurn(input, previewing, { kind: 'SessionRequired' }, async (caller, map) => {
          const { file, format } = input.body;
          const explained = await explainFile({
            ...{ source: sourceFor(file, caller), format, map, currency: caller.denomination.currency },
            ...{ maxRows: maxPreviewRows, maxSampleBytes, clock },
          });
          return refused(explained) ? refuse({ kind: 'FileRefused', reason: explained.left }) : explained;
        }),
      (explained) => ({ data: previewOf(explained) }),
    ),
    visiting.post(
      '/ledgers/:ledgerId/imports',
      {
        ...shared,
        operationId: 'importFile',
        summary: 'Import a file into a ledger; sent again, it posts only new rows',
        description:
          'Posts the transactions of a file as `ledger import` does, by the rights and in the name of the person. Rows that an earlier import posted are recognised, so the request can be repeated. The exception is `new_rows`: with it, a repeated request posts every row a second time. With `dry_run=true` nothing is written. The rejected rows are in the answer, as a file.',
        refusals: importAnswers,
        body: sentImport,
        dryRun: importShape,
        answer: importShape,
        example: {
          params: { ledgerId: exampleId('ledger USD-MAIN') },
          body: { file: exampleFile, map: exampleMap },
        },
      },
      (input) => {
        const { file, format, new_rows: hasNewRows, all_or_nothing: isAllOrNothing } = input.body;
        const { isDryRun } = input;
        const cutOff: ImportRefusal = isDryRun ? { kind: 'SessionRequired' } : { kind: 'ImportCutOff', hasNewRows };
        return inTurn(input, importing, cutOff, async (caller, map = emptyMap) => {
          const rejectedTo = inMemory();
          const imported = await importJournal({
            ...{ source: sourceFor(file, caller), format, map, caller, routes, rejectedTo, clock },
            ...{ isDryRun, hasNewRows, isAllOrNothing, onProgress: () => undefined },
            accountsNamed: (ids, codes) => ledgering.accountsNamed(ids, codes),
          });
          return refused(imported)
            ? refuse({ kind: 'FileRefused', reason: imported.left })
            : ok({ summary: imported.right, rejected: rejectedTo.text() });
        });
      },
      ({ summary, rejected }) => ({ data: importOf(summary, rejected) }),
    ),
  ];
};

interface Asked {
  readonly caller: Visitor;
  readonly params: { readonly ledgerId: LedgerId };
  readonly body: { readonly map: string | undefined };
}

class SessionOver extends Error {}

const inMemory = (): RejectedText & { text(): string | null } => {
  const parts: string[] = [];
  return {
    isOfDryRunsToo: true,
    write: (text) => void parts.push(text),
    close: () => null,
    text: () => (parts.length === 0 ? null : parts.join('')),
  };
};

const previewOf = ({ format, proposal, table, rows, leftOut, rejected, stopped, counts }: Explanation): object => ({
  format,
  proposal: proposal
    ? {
        map: JSON.stringify(proposal.map, null, 2),
        ...{ confidence: proposal.confidence, findings: proposal.findings, note: proposal.note },
      }
    : null,
  table: table ?? null,
  rows: rows.map(({ cells: _, ...row }) => row),
  left_out: leftOut,
  rejected,
  stopped: stopped ?? null,
  counts: { transactions: counts.transactions, left_out: counts.leftOut, rejected: counts.rejected },
});

const importOf = (summary: Summary, rejected: string | null): object => ({
  ...{ format: summary.format, is_dry_run: summary.isDryRun, read: summary.read, posted: summary.posted },
  ...{ posted_before: summary.replayed, untried: summary.untried, left_out: summary.leftOut },
  ...{ rejected: summary.rejected, accounts_opened: summary.accountsOpened, journals_opened: summary.journalsOpened },
  ...{ assertions_checked: summary.assertionsChecked, assertions_failed: summary.assertionsFailed },
  ...{ rejections: summary.rejections, remarks: summary.remarks, rejected_file: rejected },
});
