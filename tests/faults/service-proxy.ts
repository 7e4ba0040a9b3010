/** A proxy in front of a service: its address stays the same when the service restarts, and it can lose answers. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createTally } from '../support/happenings';

export interface ServiceProxy {
  readonly url: string;
  /** Cuts every open connection. */
  cutAll(): number;
  /** Loses the next `count` answers, together with their connections. */
  loseAnswers(count: number): void;
  /** Resolves after `count` more answers. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
}

/** `port` is called for every connection. */
export const startServiceProxy = async (port: () => number): Promise<ServiceProxy> => {
  const clients = new Set<Socket>();
  let toLose = 0;
  const answers = createTally();
  const server = createServer((client) => {
    const upstream = connect(port(), '127.0.0.1');
    clients.add(client);
    client.setNoDelay(true);
    client.on('error', () => undefined);
    upstream.on('error', () => undefined);
    client.once('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.once('close', () => client.destroy());
    client.pipe(upstream, { end: false });
    upstream.on('data', (answer) => {
      if (toLose === 0) {
        client.write(answer);
        return answers.add();
      }
      toLose -= 1;
      client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = (): number => {
    const count = clients.size;
    for (const client of clients) client.destroy();
    return count;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAll,
    loseAnswers: (count) => (toLose += count),
    answered: answers.more,
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
};
