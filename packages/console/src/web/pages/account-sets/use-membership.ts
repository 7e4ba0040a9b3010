/** Loads the members of a set when a person opens it, a hundred at a time. */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, type Problem } from '../../api/answer';
import { client } from '../../api/client';
import type { Inside } from './membership';

const membersAtOnce = 100;

export interface Membership {
  readonly insides: ReadonlyMap<string, Inside>;
  readonly problem: Problem | undefined;
  /** Loads the first members of a set. */
  readonly read: (setId: string) => Promise<void>;
  readonly readMore: (setId: string) => Promise<void>;
}

export const useMembership = (rootId: string): Membership => {
  const [insides, setInsides] = useState<ReadonlyMap<string, Inside>>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const page = useCallback(async (setId: string, before: Inside | undefined) => {
    const cursor = before?.nextCursor ?? undefined;
    const query = { limit: membersAtOnce, ...(cursor === undefined ? {} : { cursor }) };
    const params = { path: { id: setId }, query };
    const answer = await ask(client.GET('/api/v1/account-sets/{id}/members', { params }));
    setProblem(answer.ok ? undefined : answer.problem);
    if (!answer.ok) return;
    const members = [...(before?.members ?? []), ...answer.data];
    const inside = { members, nextCursor: answer.pagination?.next_cursor ?? null };
    setInsides((known) => new Map(known).set(setId, inside));
  }, []);
  const read = useCallback((setId: string) => page(setId, undefined), [page]);
  const readMore = (setId: string): Promise<void> => page(setId, insides.get(setId));
  useEffect(() => void read(rootId), [rootId, read]);
  return { insides, problem, read, readMore };
};
