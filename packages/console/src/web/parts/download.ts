/** Saves a file from the API in the browser. A link cannot do so, because it cannot send the header `X-Ledger`. */
import { problemOf, unreachable, type Problem } from '../api/answer';
import { send } from '../api/client';

/** Downloads a file. Returns the problem; undefined if there was none. */
export const download = async (path: string, fileName: string): Promise<Problem | undefined> => {
  try {
    const response = await send(new Request(new URL(path, location.origin), { headers: { Accept: 'text/csv' } }));
    if (!response.ok) return problemOf(await response.json().catch(() => ({})), response);
    save(await response.blob(), fileName);
    return undefined;
  } catch (error) {
    return unreachable(error);
  }
};

const save = (blob: Blob, fileName: string): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};

/** Saves a text of the page as a file. */
export const saveText = (text: string, fileName: string, type: string): void =>
  save(new Blob([text], { type: `${type};charset=utf-8` }), fileName);
