/** Reads all pages of a list, because a choice among the first hundred items could lack the wanted one. */
import type { Answer } from './answer';

const pageLimit = 100;

export const every = async <Data>(
  page: (slice: { readonly limit: number; readonly cursor?: string }) => Promise<Answer<readonly Data[]>>,
): Promise<Answer<readonly Data[]>> => {
  const all: Data[] = [];
  for (let cursor: string | undefined; ;) {
    const answer = await page({ limit: pageLimit, ...(cursor === undefined ? {} : { cursor }) });
    if (!answer.ok) return answer;
    all.push(...answer.data);
    cursor = answer.pagination?.next_cursor ?? undefined;
    if (cursor === undefined) return { ...answer, data: all };
  }
};
