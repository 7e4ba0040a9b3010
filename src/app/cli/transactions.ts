/** `ledger transactions`: posts transactions again, at an operator's request, if a fault of the service made them fail. */
import type { Command } from 'commander';
import { createLedgerCalls, type LedgerCalls } from '../../../packages/import/src';
import { newId, parseId } from '../../kernel/ids';
import { usualScopes, type Principal } from '../../kernel/principal';
import { refused } from '../../kernel/refusal';
import type { Ledger } from '../../modules/ledgering';
import { ledgerNamed } from './choose';
import { commandLine } from './operators';
import { CommandError, jsonOption, tenantOption, type Shell } from './run';

interface Again {
  readonly ledger: string;
  readonly tenant?: string;
  readonly expiresAt?: string;
  readonly json: boolean;
}

/** The command's connections: for reads, for the poster, and for the expiry of holds. */
const maxConnections = 4;

/** The codes of failures that no client can cause: they are faults of the service. */
const faults: ReadonlySet<string> = new Set(['POSTING_REFUSED', 'POSTING_CRASHED']);
/**
 * Returns the idempotency key for posting a failed transaction again, so that this happens only once. `ledger verify` recognises the key
 * (transaction-checks.sql).
 */
const keyOf = (id: string): string => `post-again:${id}`;
const never = 'never';

export const addTransactionCommands = (program: Command, shell: Shell): void => {
  const transactions = program
    .command('transactions')
    .description('transactions that failed because of a fault in the service');
  transactions
    .command('post-again')
    .description(
      'post failed transactions again, each only once and under a new id, if they failed as POSTING_REFUSED or POSTING_CRASHED',
    )
    .argument('<ids...>', 'the ids of the failed transactions, which `ledger verify` lists')
    .requiredOption('--ledger <id or code>', 'the ledger')
    .addOption(tenantOption())
    .option('--expires-at <instant>', `when holds among them expire, or ${never}; required for holds`)
    .addOption(jsonOption())
    .action((ids: readonly string[], { ledger: named, tenant, expiresAt, json }: Again) =>
      shell.onInstallation(async (installation) => {
        const ledger = await ledgerNamed(installation, named, tenant);
        const calls = createLedgerCalls(installation.routes, callerFor(ledger), shell.clock);
        const results: Result[] = [];
        // The command itself posts the new transactions, whether or not a service runs.
        installation.poster.start();
        try {
          for (const id of ids) results.push(await postAgain(calls, id, expiresAt));
        } finally {
          await installation.poster.stop();
        }
        shell.print(json, { transactions: results }, results.map(sentenceOf).join('\n'));
        if (results.some(({ code }) => code !== null)) shell.exitWith(1);
      }, maxConnections),
    );
};

interface Result {
  readonly id: string;
  /** The id of the new transaction; null if there is none. */
  readonly posted_again_as: string | null;
  readonly status: string | null;
  /** The code of the refusal, or of the failure if the new transaction failed too; null otherwise. */
  readonly code: string | null;
  readonly message: string;
}

/** A transaction as the API shows it. */
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly description: string;
  readonly effective_date: string;
  readonly reference: string | null;
  readonly layer: string;
  readonly journal_id: string;
  readonly correlation_id: string | null;
  readonly correlation_type: string | null;
  readonly correlation_source_id: string | null;
  readonly metadata: object | null;
  readonly attributes: object | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly entries: readonly {
    readonly account_id: string;
    readonly type: string;
    readonly amount: string;
    readonly description: string | null;
    readonly metadata: object | null;
  }[];
}

const postAgain = async (calls: LedgerCalls, id: string, expiresAt: string | undefined): Promise<Result> => {
  if (parseId(id) === undefined)
    throw new CommandError(
      `${id} is not the id of a transaction. List the failed transactions with: npx ledger verify`,
    );
  const read = (transactionId: string) => calls.call<Shown>('readTransaction', { params: { transactionId } });
  const found = await read(id);
  if (refused(found)) return notPosted(id, found.left);
  const { failure, layer, status } = found.right;
  if (!failure || !faults.has(failure.code)) {
    const message = `It ${failure ? `failed as ${failure.code}` : `is ${status}`}, which is not a fault of the service.`;
    return notPosted(id, { code: 'NOT_A_FAULT', message });
  }
  const isHold = layer !== 'settled';
  if (isHold && expiresAt === undefined) {
    const message = `It is a hold: give --expires-at <instant>, or --expires-at ${never}.`;
    return notPosted(id, { code: 'EXPIRY_NEEDED', message });
  }
  const body = { ...bodyOf(found.right), ...(isHold && expiresAt !== never ? { expires_at: expiresAt } : {}) };
  const accepted = await calls.call<{ readonly id: string }>('createTransaction', { body });
  if (refused(accepted)) return notPosted(id, accepted.left);
  const again = await read(accepted.right.id);
  if (refused(again)) throw new Error(`transaction ${accepted.right.id} was accepted, but cannot be read`);
  const { code = null, message = `It is ${again.right.status}.` } = again.right.failure ?? {};
  return { id, posted_again_as: again.right.id, status: again.right.status, code, message };
};

const notPosted = (id: string, { code, message }: { readonly code: string; readonly message: string }): Result => ({
  ...{ id, posted_again_as: null, status: null, code, message },
});

/**
 * Returns the same request with a different key, and with the entries that a transaction code created. The new transaction names the failed
 * one as its source, unless that one has a source itself.
 */
const bodyOf = (failed: Shown): object => {
  const { description, reference, layer, journal_id, metadata, attributes, correlation_id } = failed;
  const hasSource = failed.correlation_source_id !== null;
  return {
    ...{ description, reference, layer, journal_id, metadata, attributes, correlation_id },
    effective_date: failed.effective_date.slice(0, 'yyyy-mm-dd'.length),
    idempotency_key: keyOf(failed.id),
    correlation_type: hasSource ? failed.correlation_type : 'post-again',
    correlation_source_id: hasSource ? failed.correlation_source_id : failed.id,
    entries: failed.entries.map(({ account_id, type, amount, description: purpose, metadata: more }) => ({
      ...{ account_id, type, amount, description: purpose, metadata: more },
    })),
  };
};

const sentenceOf = ({ id, posted_again_as, status, code, message }: Result): string =>
  posted_again_as === null || status === null
    ? `${id}: not posted again: ${message}`
    : `${id}: again as ${posted_again_as}, ${status}${code === null ? '' : `: ${message}`}`;

/** Returns a caller without an API key, so the log shows the command line as the actor. */
const callerFor = ({ id, tenantId, denomination, timeZone }: Ledger): Principal => ({
  ...{ ledgerId: id, tenantId, denomination, timeZone },
  callerId: newId<'key'>(),
  actor: commandLine,
  scopes: usualScopes,
  capabilities: new Set(),
});
