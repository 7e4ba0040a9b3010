/** Finds the ledger that a page's address names, and builds the address of a ledger. */

interface Named {
  readonly id: string;
  readonly code: string;
}

/**
 * Returns the path of a ledger. It contains the ledger's id, because a code is unique only within its tenant: for an administrator of all
 * tenants, an address with a code could open the books of another company.
 */
export const rootOf = ({ id }: Pick<Named, 'id'>): string => `/l/${id}`;

/** Returns the ledger with this id, or with this code if only one of the ledgers has it. */
export const ledgerNamed = <L extends Named>(wanted: string | undefined, all: readonly L[]): L | undefined => {
  const byId = all.find(({ id }) => id === wanted);
  const [byCode, ...namesakes] = all.filter(({ code }) => code === wanted);
  return byId ?? (namesakes.length === 0 ? byCode : undefined);
};

/** Decodes a part of an address. Returns undefined if its percent-encoding is invalid. */
export const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
