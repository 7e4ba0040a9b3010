/** The load generator: a separate process that posts single transactions or batches over HTTP. */
import { loads, accountsPerLedger, postingsPerSettlement, type Spreading, type Style } from '../targets';
import { batchBodies, codedBodies, transactionBodies } from './bodies';
import { openConnection, postingTo, statusOf, unexpected, type Connection, type Target } from './connection';
import { serveDriver } from './driver';
import { randomFrom } from './random';

export interface GeneratorSetup {
  readonly target: Target;
  readonly style: Exclude<Style, 'textbook'>;
  readonly spreading: Spreading;
  readonly seed: number;
  readonly day: string;
}

const accepted = 202;
const singlePosting = { path: '/api/v1/transactions', confirms: '"status":"pending"' };

/** `confirms` is a text that the body of each successful response contains, in addition to the status 202. */
const pathsByStyle = {
  single: singlePosting,
  code: singlePosting,
  mixed: singlePosting,
  batch: {
    path: '/api/v1/transactions/batch',
    confirms: `"accepted":${loads.batch.postingsPerRequest},"rejected":0,"replayed":0,`,
  },
} as const;

serveDriver<GeneratorSetup>(async ({ target, style, spreading, seed, day }) => {
  const { path, confirms } = pathsByStyle[style];
  const { connections, postingsPerRequest } = loads[style];
  const options = { spreading, accounts: accountsPerLedger, day };
  const transaction = (style === 'code' ? codedBodies : transactionBodies)(randomFrom(seed), options);
  const body = style === 'batch' ? batchBodies(transaction, postingsPerRequest) : transaction;
  const request = postingTo(target, path);
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(target)));
  const post = async (one: Connection, text: string): Promise<string> => {
    const answer = await one.ask(request(text));
    if (statusOf(answer) !== accepted || !answer.includes(confirms)) throw unexpected(answer);
    return answer;
  };
  const settle = async (one: Connection, holdId: string): Promise<void> => {
    const answer = await one.ask(postingTo(target, `/api/v1/transactions/${holdId}/settle`)('{}'));
    if (statusOf(answer) !== 201) throw unexpected(answer);
  };
  // Each connection starts at a different point of the cycle of postings and settlement, so that the connections do not all settle at once.
  const sentBy = open.map((_, connection) => ({ postings: connection, holdId: '' }));
  return {
    connections,
    postingsPerRequest,
    send: async (connection) => {
      const [one, sent] = [open[connection], sentBy[connection]];
      if (!one || !sent) throw new Error(`there is no connection ${connection}`);
      sent.postings += 1;
      const turn = sent.postings % postingsPerSettlement;
      if (style !== 'mixed' || turn > 1) await post(one, body());
      else if (turn === 1) sent.holdId = idIn(await post(one, `{"layer":"pending",${body().slice(1)}`));
      else {
        await post(one, body());
        if (sent.holdId === '') return;
        await settle(one, sent.holdId);
        return transactionsOfSettlement;
      }
    },
  };
});

/** A settlement posts two transactions: the release of the hold, and the settled amount. */
const transactionsOfSettlement = 2;

const idIn = (answer: string): string => {
  const [, id] = /"id":"([^"]+)"/.exec(answer) ?? [];
  if (id === undefined) throw unexpected(answer);
  return id;
};
