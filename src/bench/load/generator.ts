/** The load generator: a process of its own that posts transactions over HTTP, single ones or batches. */
import { loads, accountsPerLedger, type Spreading, type Style } from '../targets';
import { batchBodies, codedBodies, transactionBodies } from './bodies';
import { openConnection, type Target } from './connection';
import { serveDriver } from './driver';
import { randomFrom } from './random';

export interface GeneratorSetup {
  readonly target: Omit<Target, 'path'>;
  readonly style: Exclude<Style, 'textbook'>;
  readonly spreading: Spreading;
  readonly seed: number;
  readonly day: string;
}

const accepted = { path: '/api/v1/transactions', confirms: '"status":"pending"' };

const roads = {
  single: accepted,
  code: accepted,
  batch: {
    path: '/api/v1/transactions/batch',
    confirms: `"accepted":${loads.batch.postingsPerRequest},"rejected":0,"replayed":0,`,
  },
} as const;

serveDriver<GeneratorSetup>(async ({ target, style, spreading, seed, day }) => {
  const { path, confirms } = roads[style];
  const { connections, postingsPerRequest } = loads[style];
  const options = { spreading, accounts: accountsPerLedger, day };
  const single = (style === 'code' ? codedBodies : transactionBodies)(randomFrom(seed), options);
  const body = style === 'batch' ? batchBodies(single, postingsPerRequest) : single;
  const open = await Promise.all(
    Array.from({ length: connections }, () => openConnection({ ...target, path }, confirms)),
  );
  return {
    connections,
    postingsPerRequest,
    send: (connection) => {
      const one = open[connection];
      if (!one) throw new Error(`there is no connection ${connection}`);
      return one.send(body());
    },
  };
});
