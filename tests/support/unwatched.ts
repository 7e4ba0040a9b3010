/** For background work that a test calls directly, without its loop. */
import type { Background } from '../../src/kernel/running/background';

export const unwatched: Pick<Background, 'isObserved' | 'done'> = { isObserved: false, done: () => undefined };
