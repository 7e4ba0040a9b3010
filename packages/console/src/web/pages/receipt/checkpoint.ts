/**
 * Reads the checkpoint of a receipt for display. It is not verified here, because a page of the service cannot prove that the service is
 * honest.
 */

export interface CheckpointSummary {
  /** The first line of the checkpoint: the name of the key and the id of the ledger. */
  readonly origin: string;
  readonly root: string;
  /** The time of the signature; null if the checkpoint has none. */
  readonly signedAt: string | null;
  /** The names of the keys that signed the checkpoint. */
  readonly signers: readonly string[];
}

export const checkpointIn = (note: string): CheckpointSummary => {
  const end = note.lastIndexOf('\n\n');
  const [origin = '', , root = '', ...rest] = note.slice(0, end).split('\n');
  return {
    origin,
    root,
    signedAt: rest.find((line) => line.startsWith('at '))?.slice(3) ?? null,
    signers: [...note.slice(end).matchAll(/^— (\S+) \S+$/gm)].map(([, name]) => name ?? ''),
  };
};
