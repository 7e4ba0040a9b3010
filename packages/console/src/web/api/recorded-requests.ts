/** Records the API requests of the page on the screen, so that the page can show itself as API calls. */
import { createStore } from './store';
import type { RecordedRequest } from './as-code';

const mostKept = 24;

/** The recorded requests, oldest first; equal requests are recorded once. */
export const recordedRequests = createStore<readonly RecordedRequest[]>([]);

export const recordRequest = (request: RecordedRequest): void => {
  const key = keyOf(request);
  recordedRequests.set([...recordedRequests.get().filter((other) => keyOf(other) !== key), request].slice(-mostKept));
};

/** Forgets the requests when another page opens. */
export const forgetRequests = (): void => recordedRequests.set([]);

const keyOf = ({ method, path, query }: RecordedRequest): string => `${method} ${path}?${query}`;
