/** For work of background loops that a test calls by itself, without a loop. */
import type { Background } from '../../src/kernel/running/background';

export const unwatched: Pick<Background, 'isObserved' | 'done'> = { isObserved: false, done: () => undefined };
