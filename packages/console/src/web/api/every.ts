/** Reads the pages of a list until enough is read: the first hundred items may not contain the one that the person looks for. */
import type { Answer } from './answer';

const pageLimit = 100;

/**
 * Reads at most `most` items. If there are more, the pagination of the answer has `has_more`. `onPage` gets the number of items read so
 * far.
 */
export const every = async <Data>(
  page: (slice: { readonly limit: number; readonly cursor?: string }) => Promise<Answer<readonly Data[]>>,
  most = Infinity,
  onPage: (count: number) => void = () => undefined,
): Promise<Answer<readonly Data[]>> => {
  const all: Data[] = [];
  for (let cursor: string | undefined; ;) {
    const limit = Math.min(pageLimit, most - all.length);
    const answer = await page({ limit, ...(cursor === undefined ? {} : { cursor }) });
    if (!answer.ok) return answer;
    all.push(...answer.data);
    onPage(all.length);
    cursor = answer.pagination?.next_cursor ?? undefined;
    if (cursor === undefined || all.length >= most) return { ...answer, data: all };
  }
};

/** Reads on until an item fits, and returns it. The data is undefined if no item of any page fits. */
export const firstWhere = async <Data>(
  page: (slice: { readonly limit: number; readonly cursor?: string }) => Promise<Answer<readonly Data[]>>,
  fits: (item: Data) => boolean,
): Promise<Answer<Data | undefined>> => {
  for (let cursor: string | undefined; ;) {
    const answer = await page({ limit: pageLimit, ...(cursor === undefined ? {} : { cursor }) });
    if (!answer.ok) return answer;
    const data = answer.data.find(fits);
    cursor = answer.pagination?.next_cursor ?? undefined;
    if (data !== undefined || cursor === undefined) return { ...answer, data };
  }
};
