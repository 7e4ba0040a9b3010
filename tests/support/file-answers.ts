/** Answers in formats other than JSON, and the faults of such an answer. */
import type { Route } from '../../src/kernel/http/route';
import type { Received } from './answers';

/** Whether the answer is a file. Examples in the document have no headers, so the route's own media type is assumed. */
export const isFile = ({ spec }: Route, { status, headers }: Received): boolean => {
  const { ok, files, onlyFiles } = spec;
  const mediaType = headers?.get('content-type')?.replace('; charset=utf-8', '') ?? onlyFiles?.[0] ?? '';
  return status === ok && [...(files ?? []), ...(onlyFiles ?? [])].includes(mediaType);
};

export const faultsOfFile = ({ headers }: Received): readonly string[] =>
  !headers || /^attachment; filename="[\w.-]+"$/.test(headers.get('content-disposition') ?? '')
    ? []
    : ['the file has no name'];
