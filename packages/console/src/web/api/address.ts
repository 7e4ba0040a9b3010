/** Which books an address names, and the address of books. */

interface Named {
  readonly id: string;
  readonly code: string;
}

/**
 * The address has the id, because a code is unique within its tenant only, and might open the books of another company for a
 * colleague who administers all tenants.
 */
export const rootOf = ({ id }: Pick<Named, 'id'>): string => `/l/${id}`;

/** The ledger of an address: by its id, or by a code that one ledger alone has here. */
export const ledgerNamed = <L extends Named>(wanted: string | undefined, all: readonly L[]): L | undefined => {
  const byId = all.find(({ id }) => id === wanted);
  const [byCode, ...namesakes] = all.filter(({ code }) => code === wanted);
  return byId ?? (namesakes.length === 0 ? byCode : undefined);
};

/** A part of an address; undefined where it is none. */
export const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
