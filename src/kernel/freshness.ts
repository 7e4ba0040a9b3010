/** How fresh the answer to one request must be, and how fresh it was, measured in sequences of the ledger's log. */
export interface Freshness {
  /** True if the caller accepts an answer from a replica, which may lag. */
  readonly mayLag: boolean;
  /** The answer must contain this sequence, which the caller has already seen; 0 if the caller named none. */
  readonly atLeast: bigint;
  /** Each read of the request reports the snapshot that it used. */
  tell(snapshot: Snapshot): void;
  /** Returns the oldest snapshot that the request used; undefined if the request read nothing. */
  snapshot(): Snapshot | undefined;
}

export interface Snapshot {
  /** The last sequence of the ledger's log in this snapshot. */
  readonly sequence: bigint;
  readonly isOfReplica: boolean;
}

export const createFreshness = (mayLag: boolean, atLeast: bigint): Freshness => {
  let told: Snapshot | undefined;
  return {
    mayLag,
    atLeast,
    tell: ({ sequence, isOfReplica }) => {
      // The older snapshot counts: an answer from two snapshots may lack whatever the older one lacks.
      const older = told && told.sequence < sequence ? told.sequence : sequence;
      told = { sequence: older, isOfReplica: isOfReplica || told?.isOfReplica === true };
    },
    snapshot: () => told,
  };
};
