/** A file that a person has chosen. Its bytes are sent to the service in base64. */
export interface ChosenFile {
  /** The id of this choice. If the same file is chosen again, it gets a new id. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly base64: string;
}

/**
 * The maximum size of a file in bytes, the same as in the service (docs/use/import.md). Larger files are imported with the command line.
 */
export const maxFileBytes = 2_097_152;

/** The number of bytes that are converted at a time, because a function call has a limited number of arguments. */
const atATime = 32_768;

export const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (let from = 0; from < bytes.length; from += atATime)
    text += String.fromCharCode(...bytes.subarray(from, from + atATime));
  return btoa(text);
};

/** Returns the beginning of the file, which is enough to find the delimiter. Each byte becomes one character. */
export const beginningOf = ({ base64 }: ChosenFile): string => atob(base64.slice(0, 4_096));

export const sizeOf = (bytes: number): string =>
  bytes < 1_024
    ? `${bytes} bytes`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1_024)} KiB`
      : `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** Returns the reason why a file cannot be sent: it is empty or too large. Returns undefined if it can. */
export const complaintAbout = ({
  name,
  size,
}: {
  readonly name: string;
  readonly size: number;
}): string | undefined => {
  if (size === 0) return `${name} is empty.`;
  if (size <= maxFileBytes) return undefined;
  return `${name} has ${sizeOf(size)}, and the console accepts at most ${sizeOf(maxFileBytes)}. Import it with the command: npx ledger import --ledger … ${name}`;
};

interface SentOptions {
  readonly new_rows: boolean;
  readonly all_or_nothing: boolean;
}

/**
 * Returns the body of an import. It names the format of the preview: the service does not recognise the rejected rows of a statement, which
 * are a CSV with a statement's map, by their beginning.
 */
export const importBodyOf = <Format>(
  { base64 }: Pick<ChosenFile, 'base64'>,
  format: Format | undefined,
  map: string | undefined,
  options: SentOptions,
) => ({
  file: base64,
  ...options,
  ...(format === undefined ? {} : { format }),
  ...(map === undefined ? {} : { map }),
});
