/** A receiver of webhooks in a process of its own, so that a test can kill and restart it, and a record of its answers. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { install, type Running } from '../support/service-process';
import { startServiceProxy } from './service-proxy';

/** A request that the receiver got, with its answer; the receiver records both together. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly sequence: number;
  /** The SHA-256 hash of the body. */
  readonly hash: string;
  readonly isSigned: boolean;
  /** The status of the answer; 0 if the request was never answered. */
  readonly status: number;
}

export interface Receiver {
  /** The address of the receiver, which stays the same after a restart. */
  readonly url: string;
  /** Path → webhook secret; the receiver reads them each time it starts. */
  readonly secrets: Record<string, string>;
  /** Kills the receiver with SIGKILL. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** All requests, in order of arrival. */
  received(): readonly Received[];
  /** Resolves after `count` more answers. */
  answered(count: number): Promise<void>;
  close(): Promise<void>;
}

const program = [path.resolve(__dirname, '../support/webhook-receiver.js')];

/**
 * Prepares a receiver without starting it. It answers `failing` out of every thousand requests with 500, and never answers `silent` of
 * them.
 */
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
