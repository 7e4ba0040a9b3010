/** The client of the one ledger that the API key belongs to, with a member for each resource. */
import type { Sending } from './asking.ts';
import { Events } from './events.ts';
import * as resources from './generated/operations.ts';
import { createAttempts, createSending, defaultMaxWaitSeconds, type LedgerClientOptions } from './sending.ts';
import { Transactions } from './transactions.ts';

/** The posting methods as dry runs. Each returns what the posting would do, and writes nothing. */
export interface DryRuns {
  readonly transactions: resources.TransactionsTrials;
  readonly strings: resources.StringsTrials;
}

export class LedgerClient extends resources.LedgerResource {
  readonly accounts: resources.AccountsResource;
  readonly accountSets: resources.AccountSetsResource;
  readonly journals: resources.JournalsResource;
  readonly transactions: Transactions;
  readonly transactionCodes: resources.TransactionCodesResource;
  readonly periodLocks: resources.PeriodLocksResource;
  readonly activity: resources.ActivityResource;
  readonly events: Events;
  readonly webhookEndpoints: resources.WebhookEndpointsResource;
  readonly reports: resources.ReportsResource;
  readonly exports: resources.ExportsResource;
  readonly strings: resources.StringsResource;
  readonly attributes: resources.AttributesResource;
  readonly proof: resources.ProofResource;
  readonly dryRun: DryRuns;

  constructor(options: LedgerClientOptions) {
    const sending: Sending = createSending(options);
    super(sending);
    this.accounts = new resources.AccountsResource(sending);
    this.accountSets = new resources.AccountSetsResource(sending);
    this.journals = new resources.JournalsResource(sending);
    this.transactions = new Transactions(sending);
    this.transactionCodes = new resources.TransactionCodesResource(sending);
    this.periodLocks = new resources.PeriodLocksResource(sending);
    this.activity = new resources.ActivityResource(sending);
    this.events = new Events(sending, createAttempts(options), options.maxWaitSeconds ?? defaultMaxWaitSeconds);
    this.webhookEndpoints = new resources.WebhookEndpointsResource(sending);
    this.reports = new resources.ReportsResource(sending);
    this.exports = new resources.ExportsResource(sending);
    this.strings = new resources.StringsResource(sending);
    this.attributes = new resources.AttributesResource(sending);
    this.proof = new resources.ProofResource(sending);
    this.dryRun = {
      transactions: new resources.TransactionsTrials(sending),
      strings: new resources.StringsTrials(sending),
    };
  }
}

export const createLedgerClient = (options: LedgerClientOptions): LedgerClient => new LedgerClient(options);
