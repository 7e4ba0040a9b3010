/** The receiver of webhooks as a process of its own, which is killed and started again, and what it answered in all its lives. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { install, type Running } from '../support/service-process';
import { startServiceProxy } from './service-proxy';

/** A request, and what it was answered at the same moment. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly sequence: number;
  /** The SHA-256 hash of the body. */
  readonly hash: string;
  readonly isSigned: boolean;
  /** Zero where it was never answered. */
  readonly status: number;
}

export interface Receiver {
  /** Stays the same in all its lives. */
  readonly url: string;
  /** Path → secret; read at each start. */
  readonly secrets: Record<string, string>;
  /** kill -9. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** In the order in which they came. */
  received(): readonly Received[];
  /** Resolves with so many more answers. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
}

const program = [path.resolve(__dirname, '../support/webhook-receiver.js')];

/** Answers so many of a thousand with 500, and so many never. It does not run yet. */
export const prepareReceiver = async (failing: number, silent: number): Promise<Receiver> => {
  const home = install();
  const file = path.join(path.dirname(home.dataDirectory), 'received');
  let port = 0;
  const front = await startServiceProxy(() => port);
  const secrets: Record<string, string> = {};
  let running: Running | undefined;
  return {
    url: front.url,
    secrets,
    kill: async () => {
      await running?.stop('SIGKILL');
      running = undefined;
    },
    restart: async () => {
      if (running) return;
      const told = JSON.stringify({ file, secrets, failing, silent });
      const started = (running = home.run(program, { LEDGER_TEST_RECEIVER: told }));
      port = Number((await started.says(/listens on (\d+)\n/))[1]);
    },
    received: () =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Received),
    answered: front.answered,
    close: async () => {
      await home.remove();
      await front.close();
    },
  };
};
