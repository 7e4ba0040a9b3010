/** How fresh the answer to one request must be, and how fresh it was, in sequences of the ledger's log. */
export interface Freshness {
  /** The caller takes the answer of a replica, which may be behind. */
  readonly mayLag: boolean;
  /** The caller has seen this sequence: nothing older is an answer. 0 where it named none. */
  readonly atLeast: bigint;
  /** Told by each read of the request. */
  tell(snapshot: Snapshot): void;
  /** What the request was answered by; undefined where it read nothing. */
  snapshot(): Snapshot | undefined;
}

export interface Snapshot {
  /** The last of the ledger's log in it. */
  readonly sequence: bigint;
  readonly isOfReplica: boolean;
}

export const createFreshness = (mayLag: boolean, atLeast: bigint): Freshness => {
  let told: Snapshot | undefined;
  return {
    mayLag,
    atLeast,
    tell: ({ sequence, isOfReplica }) => {
      // An answer of two snapshots may lack whatever the older of them lacks.
      const older = told && told.sequence < sequence ? told.sequence : sequence;
      told = { sequence: older, isOfReplica: isOfReplica || told?.isOfReplica === true };
    },
    snapshot: () => told,
  };
};
