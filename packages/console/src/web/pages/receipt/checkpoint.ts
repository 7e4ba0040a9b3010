/** The checkpoint of a receipt in readable form. The page does not verify it: a page of the service cannot vouch for the service. */

export interface CheckpointSummary {
  /** The name of the key and the id of the ledger. */
  readonly origin: string;
  readonly root: string;
  /** Null if the checkpoint has no time. */
  readonly signedAt: string | null;
  /** The names of the keys that signed. */
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
