/**
 * Runs an import in two passes over the file. The first pass reads everything and writes nothing. Then missing accounts and journals are
 * opened. The second pass posts the transactions. A transaction that an earlier import of the same content posted is recognised by its key
 * and not posted again.
 */
import type { Clock } from '../../../src/kernel/clock';
import type { Route } from '../../../src/kernel/http/route';
import { todayOf, type Principal } from '../../../src/kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../src/kernel/refusal';
import { overrideCapability } from '../../../src/modules/ledgering';
import { createAssertions } from './assertions';
import { codesToRead, planChart, wishedCodes, type ChartPlan, type NamesInFile } from './chart';
import * as complaints from './complaints';
import { createContentKeys } from './contents';
import { isFarOff } from './date-formats';
import { isJournal, isStatement, type ImportFormat } from './formats';
import { createLedgerCalls } from './ledger-calls';
import {
  judgeAccounts,
  limitedOf,
  makeInactive,
  openAccounts,
  openJournal,
  readAccounts,
  readFailedKeys,
  readJournals,
  readLockedUntil,
  type AccountsNamed,
} from './ledger-facts';
import { WrongEncoding } from './lines';
import type { ImportMap } from './map';
import { createOriginals, type Originals, type WhenMissing } from './originals';
import { createPosting } from './posting';
import { formatIn } from './other-formats';
import { rowsOf, tableMapOf, type Progress } from './reading';
import { createRejectedFile, type RejectedForm, type RejectedText } from './rejected-file';
import { because, quoted, type AccountRow, type Reason } from './rows';
import type { Source } from './source';
import { createTally, type Summary } from './tally';

/** The options of an import. If `format` is undefined, the format is detected from the beginning of the file. */
export interface Asked extends Omit<ImportOptions, 'format'> {
  readonly format: ImportFormat | undefined;
}

interface ImportOptions {
  readonly source: Source;
  readonly format: ImportFormat;
  readonly map: ImportMap;
  readonly caller: Principal;
  readonly routes: readonly Route[];
  readonly accountsNamed: AccountsNamed;
  readonly isDryRun: boolean;
  /** Whether to post nothing if a dry run of the whole file would reject any row. */
  readonly isAllOrNothing?: boolean;
  /** Whether the user states that the rows of a table have never been imported. If so, rows that equal earlier rows are posted again. */
  readonly hasNewRows?: boolean;
  readonly rejectedTo: RejectedText;
  readonly onProgress: (progress: Progress) => void;
  /** Ends the import before its next transaction. Those before it are posted, and the import is refused with their number. */
  readonly ended?: AbortSignal;
  readonly clock: Clock;
}

/** The actor in the log for everything that an import writes. The prefix of an API key is never equal to it. */
export const importActor = 'import';

/**
 * Imports a file. Returns a refusal if nothing of it is imported. If `isAllOrNothing` is set and a row is rejected, the summary is that of
 * the dry run.
 */
export const importJournal = async (asked: Asked): Promise<Outcome<Reason, Summary>> => {
  const format = asked.format === undefined ? await formatOf(asked) : ok(asked.format);
  if (refused(format)) return format;
  const options = { ...asked, format: format.right };
  if (options.hasNewRows === true && !hasRowsOfTheirOwn(options)) return complaints.newRowsUnsupported;
  if (options.isAllOrNothing === true && !options.isDryRun) {
    const rehearsed = await importOnce({ ...options, isDryRun: true });
    if (refused(rehearsed) || rehearsed.right.rejected > 0) return rehearsed;
  }
  return importOnce(options);
};

const formatOf = async ({ source, map }: Pick<Asked, 'source' | 'map'>): Promise<Outcome<Reason, ImportFormat>> => {
  for await (const beginning of source.read()) return formatIn(beginning, map.csv !== undefined);
  return formatIn(Buffer.alloc(0), map.csv !== undefined);
};

const importOnce = async (options: ImportOptions): Promise<Outcome<Reason, Summary>> => {
  const { source, map, caller, isDryRun, format, clock } = options;
  // A dry run may override balance limits, because the sums of earlier rows may exceed them. It writes nothing.
  const rehearsing = { ...caller, capabilities: new Set([overrideCapability]) };
  const calls = createLedgerCalls(options.routes, isDryRun ? rehearsing : caller, clock);
  const first = await readNames(options);
  if (refused(first)) return first;
  const { used, journals, originals, whenMissing } = first.right;
  const isOurs = first.right.declaresAll || (format === 'csv' && !tableMapOf(options));
  const codes = wishedCodes(first.right, map);
  const known = await readAccounts(options.accountsNamed, caller.ledgerId, codesToRead(first.right, map, codes));
  const plan = planChart(first.right, map, codes, known);
  const journalIds = await readJournals(calls);
  const missingJournals = [...journals].filter((code) => !journalIds.has(code));
  if (await source.hasChanged()) return complaints.changedBefore;

  const today = todayOf(caller, clock);
  const tally = createTally(format, isDryRun, clock);
  const assertions = createAssertions();
  const rejectedFile = createRejectedFile(options.rejectedTo, rejectedFormOf(options));
  let hasRejected = false;
  const reject = (line: number, raw: string, reason: Reason): void => {
    hasRejected = true;
    tally.reject(line, reason);
    if (!isDryRun || options.rejectedTo.isOfDryRunsToo) rejectedFile.reject(line, raw, reason);
  };
  try {
    const limited = await limitedOf(calls, known.values());
    const { opened, refusals } = isDryRun
      ? { opened: new Map<string, string>(), refusals: judgeAccounts(calls, plan) }
      : await openAccounts(calls, plan, async (code) =>
          (await readAccounts(options.accountsNamed, caller.ledgerId, [code])).get(code),
        );
    const chart = withRefusals(plan, refusals);
    for (const code of isDryRun ? [] : missingJournals) {
      const made = await openJournal(calls, code);
      if (refused(made)) tally.remark(0, made.left.code, `Journal ${code}: ${made.left.message}`);
      else journalIds.set(code, made.right);
    }
    tally.opened(isDryRun ? plan.wanted.length - refusals.size : opened.size, missingJournals.length);
    for (const [said, code] of plan.renamed)
      if (said.startsWith('STR-'))
        tally.remark(
          0,
          'CLEARING_ACCOUNTS_RENAMED',
          `Only conversions and transfers may post to clearing accounts, so the account ${said} is imported as ${code}.`,
        );

    const posting = createPosting({
      calls,
      chart,
      denomination: caller.denomination,
      originals,
      keys: createContentKeys(),
      journalIds,
      limited,
      isKnown: (code) => known.has(code) || opened.has(code),
      lockedUntil: isDryRun ? await readLockedUntil(calls) : null,
      idBefore: (code) => known.get(code)?.id,
      hasNewRows: options.hasNewRows === true,
      failedKeys: await readFailedKeys(calls),
      isDryRun,
      // A missing source of a correlation may be among the rejected transactions.
      whenMissing: () => (whenMissing === 'whole' && hasRejected ? 'mend' : whenMissing),
      report: { ...tally, rejected: (row, reason) => reject(row.line, row.raw, reason) },
      clock,
    });
    for await (const row of rowsOf(options, 'posting')) {
      if (options.ended?.aborted === true) break;
      if (row.kind === 'transaction') {
        if (isFarOff(row.date, today)) tally.remark(row.line, complaints.farAhead.code, complaints.farAhead.message);
        assertions.take(row);
        for (const asserted of row.assertions ?? []) assertions.add(asserted);
      }
      if (row.kind === 'assertion') assertions.add(row);
      else if (row.kind === 'transaction' && row.entries.length === 0) {
        if (isOurs) reject(row.line, row.raw, complaints.zeroInExport);
        else tally.leftOut({ kind: 'left_out', line: row.line, ...complaints.postsNothing });
      } else if (row.kind === 'transaction') {
        if (row.journal !== null && !isDryRun && !journalIds.has(row.journal))
          reject(row.line, row.raw, complaints.journalMissing(row.journal));
        else await posting.take(row);
      } else if (row.kind === 'rejected') {
        posting.broken();
        reject(row.line, row.raw, row);
      } else if (row.kind === 'left_out') tally.leftOut(row);
      else if (row.kind === 'remark') tally.remark(row.line, row.code, row.message);
      else if (row.kind === 'setting') rejectedFile.setting(row);
      else if (row.kind === 'account' && row.isOfEntry !== true) {
        const code = chart.codeOf(row.account);
        // If an entry uses the account, its transaction is rejected with this reason, so the declaration of the account is not rejected too.
        if (refused(code) && !used.has(row.account)) reject(row.line, row.raw, code.left);
        // In CSV every record contains the data of its account, so the file of rejected rows needs no declarations.
        else if (isJournal(format)) rejectedFile.setting(row);
      }
    }
    await posting.end(options.ended?.aborted !== true);
    if (options.ended?.aborted === true)
      return complaints.interruptedAfter(tally.summary(), options.hasNewRows === true);
    if (tally.summary().read === 0) tally.remark(0, 'NOTHING_READ', 'The file contains no transaction in this format.');
    if (await source.hasChanged())
      return isDryRun
        ? complaints.changedBefore
        : options.hasNewRows === true
          ? complaints.newRowsChanged
          : complaints.changedMeanwhile;
    if (!isDryRun) {
      const names = [...new Set([...used.keys(), ...first.right.declared.keys()])];
      tally.asserted(
        assertions.size,
        await assertions.check({ calls, denomination: caller.denomination, chart, names }),
      );
      const ids = [...plan.inactive].flatMap((code) => opened.get(code) ?? activeIdOf(known.get(code)));
      for (const { code, message } of await makeInactive(calls, caller.actor, ids)) tally.remark(0, code, message);
    }
  } finally {
    tally.rejectedFile(rejectedFile.close());
  }
  return ok(tally.summary());
};

const rejectedFormOf = (options: ImportOptions): RejectedForm => {
  const table = tableMapOf(options);
  return {
    delimiter: isJournal(options.format) ? undefined : (table?.delimiter ?? ','),
    isOfOtherEncoding: table !== undefined && table.encoding !== 'utf-8',
  };
};

/** Returns whether each row of the file is a transaction. Only the keys of such rows can be advanced past those of posted rows. */
const hasRowsOfTheirOwn = (options: ImportOptions): boolean => {
  const table = tableMapOf(options);
  return isStatement(options.format) || (table !== undefined && table.group === undefined);
};

const activeIdOf = (account: { readonly id: string; readonly isActive: boolean } | undefined): readonly string[] =>
  account?.isActive === true ? [account.id] : [];

/** Returns the plan with these refusals: a name whose account could not be opened is refused with the reason. */
const withRefusals = (plan: ChartPlan, refusals: ReadonlyMap<string, Reason>): ChartPlan => ({
  ...plan,
  codeOf: (name) => {
    const code = plan.codeOf(name);
    const refusal = refused(code) ? undefined : refusals.get(code.right);
    return refusal ? refuse(refusal) : code;
  },
});

interface Names extends NamesInFile {
  readonly journals: ReadonlySet<string>;
  readonly originals: Originals;
  readonly whenMissing: WhenMissing;
}

/** Runs the first pass, and returns the names of accounts and journals in the file. */
const readNames = async (options: ImportOptions): Promise<Outcome<Reason, Names>> => {
  const declared = new Map<string, AccountRow>();
  const used = new Map<string, number>();
  const journals = new Set<string>();
  const originals = createOriginals();
  let declaresAll = false;
  let isWhole = false;
  let isDamaged = false;
  let hasUnnamed = false;
  let isOfRejected = false;
  try {
    for await (const row of rowsOf(options, 'reading'))
      if (options.ended?.aborted === true) return complaints.interruptedBefore;
      else if (row.kind === 'stop') return because(row.code, `Line ${row.line}: ${row.message} Nothing was imported.`);
      else if (row.kind === 'account') {
        const other = declaresAll && !options.map.accounts.get(row.account)?.code && declared.get(row.account);
        if (other && other.code !== row.code) return hasTwoCodes(row, other);
        if (!declared.has(row.account)) declared.set(row.account, row);
      } else if (row.kind === 'rejected') isDamaged = true;
      else if (row.kind === 'setting') {
        declaresAll ||= row.isOurs === true;
        isWhole ||= row.isWhole === true;
        isOfRejected ||= row.isOfRejected === true;
      } else if (row.kind === 'transaction') {
        originals.expect(row);
        hasUnnamed ||= row.id === null;
        if (row.journal !== null) journals.add(row.journal);
        for (const { account } of row.entries)
          // Copies the name. A substring would keep the whole text of the file in memory.
          if (!used.has(account)) used.set(Buffer.from(account).toString(), row.line);
      }
  } catch (error) {
    if (error instanceof WrongEncoding) return because('WRONG_ENCODING', `${error.message} Nothing was imported.`);
    throw error;
  }
  // Every transaction of an export has an id. One that lost it may be the one that others refer to.
  isDamaged ||= isWhole && hasUnnamed;
  const whenMissing = isOfRejected ? 'import_whole' : isDamaged ? 'mend' : isWhole ? 'whole' : 'post';
  return ok({ declared, used, declaresAll, journals, originals, whenMissing });
};

const hasTwoCodes = (row: AccountRow, before: AccountRow): Outcome<Reason, never> =>
  because(
    'ACCOUNT_TWICE',
    `Line ${row.line}: ${quoted(row.account)} has the code ${quoted(row.code ?? '')} here, and ${quoted(before.code ?? '')} in line ${before.line}. The file is damaged, or comes from several ledgers: import them one by one. Nothing was imported.`,
  );
