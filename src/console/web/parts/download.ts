/** A file that the API writes, saved by the browser: a link alone could send no `X-Ledger`. */
import { problemOf, unreachable, type Problem } from '../api/answer';
import { send } from '../api/client';

/** The problem, where there was one. */
export const download = async (path: string, fileName: string): Promise<Problem | undefined> => {
  try {
    const response = await send(new Request(new URL(path, location.origin), { headers: { Accept: 'text/csv' } }));
    if (!response.ok) return problemOf(await response.json().catch(() => ({})), response);
    saveBlob(await response.blob(), fileName);
    return undefined;
  } catch (error) {
    return unreachable(error);
  }
};

/** Saves a text in JSON that the page has already. */
export const saveFile = (text: string, fileName: string): void =>
  saveBlob(new Blob([text], { type: 'application/json' }), fileName);

const saveBlob = (blob: Blob, fileName: string): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};
