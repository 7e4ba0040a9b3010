/** Records the API requests of the page on the screen, so that the page can show itself as API calls. */
import { createStore } from './store';
import type { RecordedRequest } from './as-code';

const mostKept = 24;

/** Oldest first; the same question is kept once. */
export const asked = createStore<readonly RecordedRequest[]>([]);

export const noteAsked = (question: RecordedRequest): void => {
  const key = keyOf(question);
  asked.set([...asked.get().filter((other) => keyOf(other) !== key), question].slice(-mostKept));
};

/** Another page begins. */
export const forgetAsked = (): void => asked.set([]);

const keyOf = ({ method, path, query }: RecordedRequest): string => `${method} ${path}?${query}`;
