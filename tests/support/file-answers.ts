/** Answers that are no JSON: which they are, and what is wrong with one. */
import type { Route } from '../../src/kernel/http/route';
import type { Received } from './answers';

/** A file in an example has no headers. */
export const isFile = ({ spec }: Route, { status, headers }: Received): boolean => {
  const { ok, files, onlyFiles } = spec;
  const mediaType = headers?.get('content-type')?.replace('; charset=utf-8', '') ?? onlyFiles?.[0] ?? '';
  return status === ok && [...(files ?? []), ...(onlyFiles ?? [])].includes(mediaType);
};

export const faultsOfFile = ({ headers }: Received): readonly string[] =>
  !headers || /^attachment; filename="[\w.-]+"$/.test(headers.get('content-disposition') ?? '')
    ? []
    : ['the file has no name'];
