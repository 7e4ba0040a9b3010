/**
 * Asks witnesses (LEDGER_WITNESSES) to co-sign the last checkpoint of each log. It runs in its own loop, so neither signing nor posting
 * waits for a witness. A witness co-signs a tree only with a proof that the tree continues the last one that it co-signed (C2SP
 * tlog-witness). The cosignatures are stored beside the checkpoint. All witnesses are asked at once. Each witness is asked about one log
 * after the other, for at most half a minute in each round. A witness that is away is not asked again until its pause ends; the others
 * continue.
 */
import type { Observations } from '../../../kernel/observations';
import type { Background, Loop, Rest } from '../../../kernel/running/background';
import type { SignedCheckpoint } from '../domain/checkpoint';
import { consistencyOf, tilesProving } from '../domain/merkle';
import type { LogId } from '../domain/proven-log';
import type { TreeStore, Witness, WitnessAnswer } from './ports';
import { createSender, type Destination, type SenderDependencies, type Sent } from './sender';
import { lookMs } from './signing';

export interface WitnessingDependencies extends SenderDependencies {
  readonly store: Pick<TreeStore, 'cosignings' | 'addCosignature' | 'tiles'>;
  readonly witnesses: readonly Witness[];
  readonly background: Pick<Background, 'loop' | 'done'>;
  readonly observations: Pick<Observations, 'witnessAsked' | 'witnessStands'>;
}

/** The maximum time for which a witness is queried in one round. */
const maxTurnMs = 30_000;

export const createWitnessingLoop = (dependencies: WitnessingDependencies): Pick<Loop, 'start' | 'stop'> => {
  const { witnesses, background, clock } = dependencies;
  const asked = witnesses.map((witness) => {
    const sender = createSender(dependencies, destinationOf(dependencies, witness));
    let pause = clock.deadline(0);
    const turn = async (mayGoOn: () => boolean): Promise<Rest> => {
      if (pause.leftMs() > 0) return { isIdle: false, pauseMs: pause.leftMs() };
      const end = clock.deadline(maxTurnMs);
      const { isIdle, isAway, pauseMs } = await sender.round(() => mayGoOn() && end.leftMs() > 0);
      if (isAway) pause = clock.deadline(pauseMs);
      return { isIdle, pauseMs: end.leftMs() > 0 ? pauseMs : 0 };
    };
    return { sender, turn };
  });

  const loop = background.loop({
    name: 'witnesses',
    complaint: 'looking for checkpoints to be co-signed failed and will be tried again',
    afterFaultMs: lookMs,
    round: async (mayGoOn) => {
      const rests = await Promise.all(asked.map(({ turn }) => turn(mayGoOn)));
      return {
        isIdle: rests.every(({ isIdle }) => isIdle),
        pauseMs: Math.min(lookMs, ...rests.map(({ pauseMs }) => pauseMs)),
      };
    },
  });
  return {
    start: () => {
      for (const { sender } of asked) sender.start();
      loop.start();
    },
    stop: () => {
      for (const { sender } of asked) sender.stop();
      return loop.stop();
    },
  };
};

const destinationOf = (
  { store, background, observations }: WitnessingDependencies,
  { name, key, add }: Witness,
): Destination => {
  const ask = async (
    logId: LogId,
    { size, note }: SignedCheckpoint,
    old: number,
    ended: AbortSignal,
  ): Promise<WitnessAnswer> => {
    const proof = old === 0 ? [] : consistencyOf(old, size, await store.tiles(logId, tilesProving(old - 1, size)));
    return add({ old, proof, note }, ended);
  };
  return {
    says: {
      about: { witness: name },
      away: 'a witness is away and will be asked again',
      refused: 'a witness did not co-sign a checkpoint and will be asked again',
      back: 'a witness answers again',
    },
    states: (logIds) => store.cosignings(logIds, key),
    send: async (logId, checkpoint, sent, ended): Promise<Sent> => {
      try {
        let [old, answer] = [sent, await ask(logId, checkpoint, sent, ended)];
        // The stored size of the last co-signed tree was wrong: an answer of the witness was lost, or the witness was asked by another
        // process, or before the database was restored.
        if (answer.outcome === 'at another size' && answer.size !== old && answer.size <= checkpoint.size)
          [old, answer] = [answer.size, await ask(logId, checkpoint, answer.size, ended)];
        if (answer.outcome === 'at another size')
          return { outcome: 'refused', reason: contradiction(answer.size, old) };
        if (answer.outcome !== 'cosigned') return answer;
        const { cosignature } = answer;
        return {
          outcome: 'taken',
          record: (tx) => store.addCosignature(tx, logId, checkpoint, { witness: key, cosignature }),
        };
      } catch (error) {
        return { outcome: 'refused', reason: `no proof could be made for it: ${String(error)}` };
      }
    },
    taken: (logId) => background.done('witnesses', logId),
    attempted: (outcome) => observations.witnessAsked(name, outcome),
    stands: ({ unsent }) => observations.witnessStands(name, { lacking: unsent }),
  };
};

const contradiction = (size: number, old: number): string =>
  size === old
    ? `it co-signed another tree of ${size} events: the log was rewritten, or signed by two installations`
    : `it co-signed a tree of ${size} events, but the last checkpoint covers fewer: the end of the log was cut off, or another process signed more`;
