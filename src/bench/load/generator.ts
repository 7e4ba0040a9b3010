/** The load generator: a process of its own that posts transactions over HTTP, single ones or batches. */
import { loads, accountsPerLedger, type Spreading, type Style } from '../targets';
import { batchBodies, codedBodies, transactionBodies } from './bodies';
import { openConnection, postingTo, statusOf, unexpected, type Target } from './connection';
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

/** `confirms` is what the body of an answer must contain besides its status of 202. */
const pathsByStyle = {
  single: singlePosting,
  code: singlePosting,
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
  return {
    connections,
    postingsPerRequest,
    send: async (connection) => {
      const one = open[connection];
      if (!one) throw new Error(`there is no connection ${connection}`);
      const answer = await one.ask(request(body()));
      if (statusOf(answer) !== accepted || !answer.includes(confirms)) throw unexpected(answer);
    },
  };
});
