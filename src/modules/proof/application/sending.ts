/**
 * Sends signed checkpoints to an external receiver (LEDGER_CHECKPOINT_URL). It runs in its own loop, so neither signing nor posting waits
 * for the receiver.
 */
import type { Observations } from '../../../kernel/observations';
import type { Background, Loop } from '../../../kernel/running/background';
import type { CheckpointReceiver, TreeStore } from './ports';
import { createSender, type SenderDependencies } from './sender';
import { lookMs } from './signing';

export interface SendingDependencies extends SenderDependencies {
  readonly store: Pick<TreeStore, 'sendings' | 'markSent'>;
  readonly receiver: CheckpointReceiver;
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly observations: Pick<Observations, 'checkpointSent' | 'checkpointsStand'>;
}

export const createSendingLoop = (dependencies: SendingDependencies): Pick<Loop, 'start' | 'stop'> => {
  const { store, receiver, background, observations } = dependencies;
  const sender = createSender(dependencies, {
    says: {
      about: {},
      away: 'the receiver of checkpoints is away and will be asked again',
      refused: 'a checkpoint was refused by its receiver and will be sent again',
      back: 'the receiver of checkpoints takes them again',
    },
    states: (logIds) => store.sendings(logIds),
    send: async (logId, { size, note }, _, ended) => {
      const answer = await receiver.send(note, ended);
      return answer.outcome === 'taken' ? { ...answer, record: (tx) => store.markSent(tx, logId, size) } : answer;
    },
    taken: (logId) => background.done('checkpoint sending', logId),
    attempted: observations.checkpointSent,
    stands: observations.checkpointsStand,
  });
  const loop = background.loop({
    name: 'checkpoint sending',
    complaint: 'looking for checkpoints to send failed and will be tried again',
    afterFaultMs: lookMs,
    round: sender.round,
  });
  return {
    start: () => {
      sender.start();
      loop.start();
    },
    stop: () => {
      sender.stop();
      return loop.stop();
    },
  };
};
