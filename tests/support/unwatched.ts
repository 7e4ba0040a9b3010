/** For work of background loops that a test calls by itself, without a loop. */
import type { Background } from '../../src/kernel/background';

export const unwatched: Pick<Background, 'isObserved' | 'done'> = { isObserved: false, done: () => undefined };
