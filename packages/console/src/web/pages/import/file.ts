/** A file that a person chose: its bytes go to the service as base64. */
export interface ChosenFile {
  /** Names this choice: the same file chosen again has another id. */
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly base64: string;
}

/** The service has the same limit (docs/use/import.md). Larger files need the command line. */
export const maxFileBytes = 2_097_152;

/** The number of characters converted at a time, because the arguments of one call are limited. */
const atATime = 32_768;

export const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (let from = 0; from < bytes.length; from += atATime)
    text += String.fromCharCode(...bytes.subarray(from, from + atATime));
  return btoa(text);
};

/** The first 4,096 bytes, each as one character: enough to find the delimiter. */
export const beginningOf = ({ base64 }: ChosenFile): string => atob(base64.slice(0, 4_096));

export const sizeOf = (bytes: number): string =>
  bytes < 1_024
    ? `${bytes} bytes`
    : bytes < 1_048_576
      ? `${Math.round(bytes / 1_024)} KiB`
      : `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** The complaint about a file that is too large or empty; undefined if it can be sent. */
export const complaintAbout = ({
  name,
  size,
}: {
  readonly name: string;
  readonly size: number;
}): string | undefined => {
  if (size === 0) return `${name} is empty.`;
  if (size <= maxFileBytes) return undefined;
  return `${name} has ${sizeOf(size)}, and the console takes ${sizeOf(maxFileBytes)}. Import it with the command: npx ledger import --ledger … ${name}`;
};

/** The name of the file of rejected rows. */
export const rejectedName = (name: string): string => name.replace(/(\.[^.]*)?$/, (end) => `.rejected${end}`);
