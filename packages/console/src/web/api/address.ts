/** Finds the ledger that an address names, and builds the address of a ledger. */

interface Named {
  readonly id: string;
  readonly code: string;
}

/**
 * The address contains the ledger's id. A code is unique only within its tenant, so it could open another company's books for a
 * colleague who administers all tenants.
 */
export const rootOf = ({ id }: Pick<Named, 'id'>): string => `/l/${id}`;

/** The ledger that an address names by its id, or by its code if only one ledger here has that code. */
export const ledgerNamed = <L extends Named>(wanted: string | undefined, all: readonly L[]): L | undefined => {
  const byId = all.find(({ id }) => id === wanted);
  const [byCode, ...namesakes] = all.filter(({ code }) => code === wanted);
  return byId ?? (namesakes.length === 0 ? byCode : undefined);
};

/** Decodes a part of an address; undefined if it is not valid percent-encoding. */
export const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
