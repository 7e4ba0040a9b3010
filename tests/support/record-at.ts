/** Reads one record of a CSV by RFC 4180, independently of the readers under test. */
import { unsafeText } from '../../src/kernel/csv';

/** The cells of the record that begins at line `at`; undefined if a quote in it is never closed. */
export const recordAt = (
  lines: readonly string[],
  at: number,
): { readonly cells: readonly string[]; readonly size: number } | undefined => {
  let text = lines[at] as string;
  for (let size = 1; ; size++) {
    const cells: string[] = [];
    const rest = `,${text.replace(/\r$/, '')}`.replaceAll(
      /,(?:"((?:[^"]|"")*)"(?=,|$)|((?!")[^,]*))/gy,
      (_, quoted: string, plain: string) => {
        cells.push(unsafeText(quoted?.replaceAll('""', '"') ?? plain));
        return '';
      },
    );
    if (rest === '') return { size, cells };
    const next = lines[at + size];
    if (next === undefined) return undefined;
    text += `\n${next}`;
  }
};
