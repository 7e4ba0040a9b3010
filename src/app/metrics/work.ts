/** Figures about the service's work: acceptance, posting, webhook deliveries, verification and sign-ins. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LedgerTime } from '../../kernel/clock';
import {
  balancedReports,
  replicaOutcomes,
  sendOutcomes,
  signInOutcomes,
  webhookOutcomes,
  writeModes,
  type Observations,
} from '../../kernel/observations';
import { newTally, showTallies, tally, type Tally } from './tally';

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The histogram has few bounds, because it has a series for each of about two hundred statements. */
const statementBounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];
/** The bounds of the time from an event to its delivery, in seconds: up to one day. */
const lagBuckets = [0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120, 600, 3_600, 21_600, 86_400];
const sizeBuckets = [1, 2, 5, 10, 25, 50, 100, 200, 400];

export const createWorkMetrics = (registry: Registry, clock: LedgerTime): Observations => {
  const registers = [registry];
  const acceptSeconds = new Histogram({
    name: 'ledger_accept_seconds',
    help: 'The time from a decoded request until its transactions are durable or refused',
    buckets: latencyBuckets,
    registers,
  });
  const acceptedTransactions = new Histogram({
    name: 'ledger_accept_transactions',
    help: 'Transactions in one request',
    buckets: sizeBuckets,
    registers,
  });
  const postSeconds = new Histogram({
    name: 'ledger_post_seconds',
    help: 'The time from the lock of a ledger until its batch is posted',
    buckets: latencyBuckets,
    registers,
  });
  const waitSeconds = new Histogram({
    name: 'ledger_post_wait_seconds',
    help: 'The longest time in each batch from acceptance until posted or failed',
    buckets: latencyBuckets,
    registers,
  });
  const batchTransactions = new Histogram({
    name: 'ledger_post_batch_transactions',
    help: 'Transactions in one posted batch',
    buckets: sizeBuckets,
    registers,
  });
  const posted = new Counter({
    name: 'ledger_posted_total',
    help: 'Transactions that were posted or failed, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const failed = new Counter({
    name: 'ledger_posting_failures_total',
    help: 'Accepted transactions that failed, by error code',
    labelNames: ['code'],
    registers,
  });
  // Clients cannot cause these two failures. Their counters start at zero, so that the first increase can trigger an alert.
  for (const code of ['POSTING_CRASHED', 'POSTING_REFUSED']) failed.inc({ code }, 0);
  const conflicts = new Counter({
    name: 'ledger_write_conflicts_total',
    help: 'Groups of posts whose write was refused because another writer had changed the head or used an idempotency key, by mode',
    labelNames: ['mode'],
    registers,
  });
  for (const mode of writeModes) conflicts.inc({ mode }, 0);
  const expired = new Counter({
    name: 'ledger_holds_expired_total',
    help: 'Holds that expired and were released',
    registers,
  });
  const statements = new Map<string, Tally>();
  showTallies(registry, {
    name: 'ledger_database_statement_duration_seconds',
    help: 'The duration of a PostgreSQL statement, as measured by this process',
    bounds: statementBounds,
    *series() {
      for (const [statement, counted] of statements) yield [{ statement }, counted];
    },
  });
  const replicaReads = new Counter({
    name: 'ledger_replica_reads_total',
    help: 'Reads that the replica answered, and reads that the primary answered instead, by reason',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of replicaOutcomes) replicaReads.inc({ outcome }, 0);
  const webhookAttempts = new Counter({
    name: 'ledger_webhook_attempts_total',
    help: 'Attempts to deliver an event, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of webhookOutcomes) webhookAttempts.inc({ outcome }, 0);
  const webhookSeconds = new Histogram({
    name: 'ledger_webhook_lag_seconds',
    help: 'The time from an event until an endpoint accepted it',
    buckets: lagBuckets,
    registers,
  });
  const webhookLag = new Gauge({
    name: 'ledger_webhook_lag_events',
    help: 'The largest number of events by which an endpoint is behind its ledger',
    registers,
  });
  const webhooksPaused = new Gauge({
    name: 'ledger_webhook_endpoints_paused',
    help: 'Endpoints that are paused because they did not accept an event for days',
    registers,
  });
  const checkpointPosts = new Counter({
    name: 'ledger_checkpoint_posts_total',
    help: 'Attempts to send a checkpoint to LEDGER_CHECKPOINT_URL, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of sendOutcomes) checkpointPosts.inc({ outcome }, 0);
  const checkpointsUnsent = new Gauge({
    name: 'ledger_checkpoints_unsent',
    help: 'Logs whose last checkpoint the receiver at LEDGER_CHECKPOINT_URL has not accepted',
    registers,
  });
  const witnessRequests = new Counter({
    name: 'ledger_witness_requests_total',
    help: 'Requests to a witness of LEDGER_WITNESSES for a cosignature, by outcome',
    labelNames: ['witness', 'outcome'],
    registers,
  });
  const checkpointsUncosigned = new Gauge({
    name: 'ledger_checkpoints_uncosigned',
    help: 'Logs whose last checkpoint a witness of LEDGER_WITNESSES has not co-signed',
    labelNames: ['witness'],
    registers,
  });
  const unbalanced = new Counter({
    name: 'ledger_reports_unbalanced_total',
    help: 'Reports that failed because the books do not balance: any value other than 0 is an alarm',
    labelNames: ['report'],
    registers,
  });
  for (const report of balancedReports) unbalanced.inc({ report }, 0);
  const signIns = new Counter({
    name: 'ledger_sign_ins_total',
    help: 'Attempts to sign in to the console, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of signInOutcomes) signIns.inc({ outcome }, 0);
  const verify = createVerifyMetrics(registry);

  return {
    accepted: (transactions, seconds) => {
      acceptSeconds.observe(seconds);
      acceptedTransactions.observe(transactions);
    },
    posted: (batch) => {
      postSeconds.observe(batch.seconds);
      waitSeconds.observe((clock.now().getTime() - batch.oldestAcceptedAt.getTime()) / 1000);
      batchTransactions.observe(batch.posted + batch.failed.length);
      posted.inc({ outcome: 'posted' }, batch.posted);
      posted.inc({ outcome: 'failed' }, batch.failed.length);
      for (const code of batch.failed) failed.inc({ code });
    },
    writeConflicted: (mode) => conflicts.inc({ mode }),
    holdsExpired: (holds) => expired.inc(holds),
    signInJudged: (outcome) => signIns.inc({ outcome }),
    verified: verify,
    statementAnswered: (name, seconds) => {
      let counted = statements.get(name);
      if (!counted) statements.set(name, (counted = newTally(statementBounds)));
      tally(counted, statementBounds, seconds);
    },
    replicaAsked: (outcome) => replicaReads.inc({ outcome }),
    webhookAttempted: (outcome, seconds) => {
      webhookAttempts.inc({ outcome });
      if (outcome === 'taken') webhookSeconds.observe(seconds);
    },
    webhooksStand: ({ lag, paused }) => {
      webhookLag.set(lag);
      webhooksPaused.set(paused);
    },
    checkpointSent: (outcome) => checkpointPosts.inc({ outcome }),
    checkpointsStand: ({ unsent }) => checkpointsUnsent.set(unsent),
    witnessAsked: (witness, outcome) => witnessRequests.inc({ witness, outcome }),
    witnessStands: (witness, { lacking }) => checkpointsUncosigned.set({ witness }, lacking),
    reportUnbalanced: (report) => unbalanced.inc({ report }),
  };
};

/** Figures about the last verification of each scope. The command line writes the same figures to a file, because its process ends. */
export const createVerifyMetrics = (registry: Registry): Observations['verified'] => {
  const registers = [registry];
  const finished = new Gauge({
    name: 'ledger_verify_finished_timestamp_seconds',
    help: 'The time at which a verification last ended with this result, by scope: everything, a tenant, a ledger',
    labelNames: ['scope', 'result'],
    registers,
  });
  const findings = new Gauge({
    name: 'ledger_verify_findings',
    help: 'Violations found by the last verification',
    labelNames: ['scope'],
    registers,
  });
  const duration = new Gauge({
    name: 'ledger_verify_duration_seconds',
    help: 'The duration of the last verification',
    labelNames: ['scope'],
    registers,
  });
  return ({ scope, result, finishedAt, seconds, ...verified }) => {
    finished.set({ scope, result: result.replaceAll(' ', '_') }, finishedAt.getTime() / 1_000);
    findings.set({ scope }, verified.findings);
    duration.set({ scope }, seconds);
  };
};
