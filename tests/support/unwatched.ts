/** A stub for tests that call background work directly, without its loop: nobody observes the work. */
import type { Background } from '../../src/kernel/running/background';

export const unwatched: Pick<Background, 'isObserved' | 'done'> = { isObserved: false, done: () => undefined };
