/** Reads the pages of a list until enough is read: the first hundred items may not contain the one that the person looks for. */
import type { Answer } from './answer';

const pageLimit = 100;

/** Asks for one page of a list. */
export type AskPage<Data> = (slice: {
  readonly limit: number;
  readonly cursor?: string;
}) => Promise<Answer<readonly Data[]>>;

/**
 * Reads page after page until the items read so far are enough, there are `most` of them, or the list ends. Begins at the cursor `from`, or
 * at the beginning. The pagination of the answer is that of the last page.
 */
export const readUntil = async <Data>(
  page: AskPage<Data>,
  isEnough: (read: readonly Data[]) => boolean,
  { from, most = Infinity }: { readonly from?: string | undefined; readonly most?: number } = {},
): Promise<Answer<readonly Data[]>> => {
  const read: Data[] = [];
  for (let cursor = from; ;) {
    const limit = Math.min(pageLimit, most - read.length);
    const answer = await page({ limit, ...(cursor === undefined ? {} : { cursor }) });
    if (!answer.ok) return answer;
    read.push(...answer.data);
    cursor = answer.pagination?.next_cursor ?? undefined;
    if (isEnough(read) || cursor === undefined || read.length >= most) return { ...answer, data: read };
  }
};

/**
 * Reads at most `most` items. If there are more, the pagination of the answer has `has_more`. `onPage` gets the number of items read so
 * far.
 */
export const every = <Data>(
  page: AskPage<Data>,
  most = Infinity,
  onPage: (count: number) => void = () => undefined,
): Promise<Answer<readonly Data[]>> => {
  const tell = (read: readonly Data[]): boolean => {
    onPage(read.length);
    return false;
  };
  return readUntil(page, tell, { most });
};

/** Reads on until an item fits, and returns it. The data is undefined if no item of any page fits. */
export const firstWhere = async <Data>(
  page: AskPage<Data>,
  fits: (item: Data) => boolean,
): Promise<Answer<Data | undefined>> => {
  const answer = await readUntil(page, (read) => read.some(fits));
  return answer.ok ? { ...answer, data: answer.data.find(fits) } : answer;
};
