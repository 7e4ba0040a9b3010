/** Encrypts the signing secrets of webhooks with the present pepper if they are still encrypted with the former one. */
import type { LedgerId } from '../../../kernel/ids';
import { firstSlice } from '../../../kernel/page';
import { quotas } from '../../../kernel/quotas';
import { ok, refused } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { pepperActor } from '../../../kernel/principal';
import type { EndpointId } from '../domain/endpoint';
import type { EndpointReader, EndpointStore } from './ports';
import type { Seal } from './secrets';

export interface Resealed {
  readonly endpoints: number;
  /** The number of endpoints whose secrets were encrypted again, because they were still encrypted with the former pepper. */
  readonly resealed: number;
}

export interface ResealingDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: Pick<EndpointStore, 'readForChange' | 'update'>;
  readonly reader: Pick<EndpointReader, 'endpoints'>;
  readonly seal: Seal;
  readonly clock: LedgerTime;
}

/**
 * Encrypts the secrets of one ledger's endpoints again. Throws if a secret cannot be decrypted with either pepper. A second run changes
 * nothing.
 */
export const createReseal = ({ unitOfWork, store, reader, seal, clock }: ResealingDependencies) => {
  const resealOne = async (ledgerId: LedgerId, id: EndpointId): Promise<boolean> => {
    const outcome = await unitOfWork.run<never, boolean>({ ledgerIds: [ledgerId], actor: pepperActor }, async (tx) => {
      const found = await store.readForChange(tx, ledgerId, id);
      if (!found) return ok(false);
      const secret = seal.renewed(found.secret);
      const formerSecret = found.formerSecret === null ? undefined : seal.renewed(found.formerSecret);
      if (secret === undefined && formerSecret === undefined) return ok(false);
      const change = { ...(secret && { secret }), ...(formerSecret && { formerSecret }) };
      await store.update(tx, ledgerId, id, change, clock.now());
      return ok(true);
    });
    return !refused(outcome) && outcome.right;
  };

  return async (ledgerId: LedgerId): Promise<Resealed> => {
    const counted = { endpoints: 0, resealed: 0 };
    const { items } = await reader.endpoints(ledgerId, firstSlice(quotas.webhook_endpoints.ceiling));
    for (const { id } of items) {
      counted.endpoints += 1;
      if (await resealOne(ledgerId, id)) counted.resealed += 1;
    }
    return counted;
  };
};
