/**
 * Runs one act between two steps of another act. A step ends whenever a store answers. The other act may then change what the first act has
 * already read, so the first act must check its reads again before it writes. Calls inside a transaction of the store are no steps, because
 * nobody else can write during the transaction.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { ContainerModule } from 'inversify';
import { nextTurn } from '../../src/kernel/running/event-loop';
import type { Token } from '../../src/kernel/token';

interface Split {
  /** The number of steps that remain until the act pauses. */
  left: number;
  stand: (() => Promise<void>) | undefined;
}

const splits = new AsyncLocalStorage<Split | 'in a transaction'>();

const step = async <A>(answer: Promise<A>): Promise<A> => {
  const given = await answer;
  const split = splits.getStore();
  if (split === undefined || split === 'in a transaction' || split.left-- > 0) return given;
  const stand = split.stand;
  split.stand = undefined;
  await stand?.();
  return given;
};

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

const stepping = <S extends object>(store: S): S =>
  new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...sent: unknown[]): unknown => {
        const call = (...all: unknown[]): unknown => (member as (...args: unknown[]) => unknown).apply(target, all);
        if (name !== 'run') {
          const answer = call(...sent);
          return isPromise(answer) ? step(answer) : answer;
        }
        const [scope, work] = sent as [object, (tx: unknown) => Promise<unknown>];
        return step(call(scope, (tx: unknown) => splits.run('in a transaction', () => work(tx))) as Promise<unknown>);
      };
    },
  });

/** Makes each answer of these stores a step. */
export const steppingAt = (stores: readonly Token<object>[]): ContainerModule =>
  new ContainerModule(({ onActivation }) => {
    for (const store of stores) onActivation<object>(store, (_, made) => stepping(made));
  });

/** If the other act is not done after this many turns of the event loop, it is considered to wait for the first. */
const usualPatience = 60;
/** The number of turns for tests that require the other act to finish between two steps: a busy machine needs many. */
export const longPatience = 2_000;

export interface Interleaved<A, B> {
  readonly first: A;
  readonly other: B;
  /** Whether the first act paused; false if it has fewer steps. */
  readonly stoodStill: boolean;
  /** True if the other act finished while the first one was paused; false if it waited for the first. */
  readonly wasBetween: boolean;
}

/** Runs `first` up to a step, then `other` as far as it can go without the first, and then the rest of both. */
export const interleave = async <A, B>(
  first: () => Promise<A>,
  other: () => Promise<B>,
  steps: number,
  patience = usualPatience,
): Promise<Interleaved<A, B>> => {
  let answer: Promise<B> | undefined;
  let wasBetween = false;
  const stand = async (): Promise<void> => {
    answer = splits.exit(other);
    answer.then(
      () => (wasBetween = true),
      () => (wasBetween = true),
    );
    for (let turn = 0; turn < patience && !wasBetween; turn++) await nextTurn();
  };
  const one = await splits.run({ left: steps, stand }, first);
  const stoodStill = answer !== undefined;
  return { first: one, other: await (answer ?? other()), stoodStill, wasBetween };
};
