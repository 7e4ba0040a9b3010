/** What the page on the screen has asked of the API, so that it can show itself as calls of the API. */
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
