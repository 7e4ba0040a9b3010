/** Splits the items of a request into the steps in which they are performed. */
import { ok, refused, type Outcome } from '../../../../kernel/refusal';
import { nothingWanted, wantsOf, type AcceptanceWants } from '../../domain/judging';
import type { TransactionId } from '../../domain/transaction';
import { keyOf, targetOf, type Ready } from './drafting';
import type { OperationRefusal } from './operation';

export type Item = Outcome<OperationRefusal, Ready>;

/** The maximum number of operations in one step, so that planning operations of many entries does not block the process for long. */
const maxStepOperations = 25;

export const targetsOf = (items: readonly Item[]): readonly TransactionId[] =>
  items.flatMap((item) => (refused(item) ? [] : (targetOf(item.right) ?? [])));

export const wantsOfItems = (items: readonly Item[]): AcceptanceWants => {
  const ready = items.flatMap((item) => (refused(item) ? [] : [item.right]));
  const posts = ready.flatMap((one) => (one.kind === 'post' ? [ok(one.post)] : []));
  const wants = posts.length > 0 ? wantsOf([{ items: posts }]) : nothingWanted;
  return { ...wants, keys: [...new Set(ready.flatMap((one) => keyOf(one) ?? []))] };
};

/**
 * Splits the items into steps, in order. A step names each transaction only once, because a plan can undo it only once. A step has each
 * idempotency key only once, because the key of a refused item can be used by the next item.
 */
export const stepsOf = (items: readonly Item[]): readonly (readonly Item[])[] => {
  const steps: Item[][] = [];
  let named = new Set<string>();
  for (const item of items) {
    const names = refused(item) ? [] : [targetOf(item.right), keyOf(item.right)].flatMap((name) => name ?? []);
    const step = steps.at(-1);
    if (!step || step.length >= maxStepOperations || names.some((name) => named.has(name))) {
      named = new Set();
      steps.push([item]);
    } else step.push(item);
    for (const name of names) named.add(name);
  }
  return steps;
};
