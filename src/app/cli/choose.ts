/** Finds the tenant and the ledger that an operator names: tenants by id or name, ledgers by id or code. */
import { parseId, type TenantId } from '../../kernel/ids';
import type { Tenant } from '../../modules/access';
import type { Ledger } from '../../modules/ledgering';
import type { Installation } from '../installation';
import { CommandError } from './run';

/** The maximum number of candidates that are listed if several have the same name or code. */
const maxNamesakes = 10;

type Directory = Pick<Installation, 'access' | 'ledgering'>;

export const tenantNamed = async ({ access }: Directory, idOrName: string): Promise<Tenant> => {
  const id = parseId<'tenant'>(idOrName);
  const tenant = id && (await access.tenant(id));
  if (tenant) return tenant;
  const [found, ...namesakes] = await access.tenants({ name: idOrName, limit: maxNamesakes });
  if (!found) throw new CommandError(`There is no tenant ${idOrName}. List the tenants with: npx ledger tenants list`);
  if (namesakes.length > 0)
    throw new CommandError(
      `Several tenants are called ${idOrName}: ${[found, ...namesakes].map((each) => each.id).join(', ')}. Name it by its id.`,
    );
  return found;
};

interface OfTenant {
  /** The tenant of the record; null if the record belongs to all tenants. */
  readonly tenantId: TenantId | null;
}

/**
 * Returns a column that names the tenant of each row, with its id if another tenant among the rows has the same name.
 */
export const tenantColumn = async (
  { access }: Pick<Directory, 'access'>,
  rows: readonly OfTenant[],
): Promise<(row: OfTenant) => string> => {
  const ids = [...new Set(rows.flatMap(({ tenantId }) => tenantId ?? []))];
  const tenants = ids.length === 0 ? [] : await access.tenants({ ids, limit: ids.length });
  const labels = new Map(
    tenants.map(({ id, name }) => [
      id,
      tenants.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name,
    ]),
  );
  return ({ tenantId }) => (tenantId === null ? 'all' : (labels.get(tenantId) ?? tenantId));
};

/**
 * Returns the named tenant, or null for all tenants. Throws if the operator chose no tenant: a default of all tenants would grant the
 * widest rights.
 */
export const tenantSaid = async (
  directory: Directory,
  { tenant, allTenants }: { readonly tenant?: string; readonly allTenants: boolean },
): Promise<TenantId | null> => {
  if (tenant !== undefined) return (await tenantNamed(directory, tenant)).id;
  if (allTenants) return null;
  throw new CommandError('Give --tenant <id or name> for one tenant, or --all-tenants for all of them.');
};

/** Returns the ledger of the named tenant, or of any tenant if none is named. */
export const ledgerNamed = async (
  directory: Directory,
  idOrCode: string,
  idOrNameOfTenant: string | undefined,
): Promise<Ledger> => {
  const owner = idOrNameOfTenant === undefined ? undefined : await tenantNamed(directory, idOrNameOfTenant);
  const [found, ...namesakes] = await ledgersCalled(directory, idOrCode, owner);
  if (!found)
    throw new CommandError(
      `${owner ? `The tenant ${owner.name} has` : 'There is'} no ledger ${idOrCode}. List the ledgers with: npx ledger ledgers list`,
    );
  if (namesakes.length > 0)
    throw new CommandError(
      `Several tenants have a ledger ${idOrCode}: ${await ownersOf(directory, [found, ...namesakes])}. Name the tenant with --tenant.`,
    );
  return found;
};

const ledgersCalled = async (
  { ledgering }: Directory,
  idOrCode: string,
  owner: Tenant | undefined,
): Promise<readonly Ledger[]> => {
  const id = parseId<'ledger'>(idOrCode);
  const ledger = id && (await ledgering.ledger(id));
  if (ledger && (owner === undefined || ledger.tenantId === owner.id)) return [ledger];
  return ledgering.findLedgers({ ...(owner && { tenantId: owner.id }), code: idOrCode, limit: maxNamesakes });
};

const ownersOf = async ({ access }: Directory, ledgers: readonly Ledger[]): Promise<string> => {
  const owners = await Promise.all(ledgers.map(({ tenantId }) => access.tenant(tenantId)));
  return ledgers.map(({ tenantId }, index) => `${owners[index]?.name ?? ''} (${tenantId})`).join(', ');
};
