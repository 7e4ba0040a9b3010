/** Rates that operators set. A rate may be used for a day after it was set. */
import { Unavailable } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import { storedRateSource, type RateSnapshot, type RateSource, type RateTable } from '../application/ports';

export const maxRateAgeHours = 24;
const retryAfterSeconds = 60;

export class StoredRates implements RateSource {
  constructor(
    private readonly table: RateTable,
    private readonly clock: LedgerTime,
  ) {}

  async rate(base: string, quote: string): Promise<RateSnapshot | undefined> {
    const found = await this.table.find(base, quote);
    if (!found) return undefined;
    if (this.clock.now().getTime() - found.setAt.getTime() > maxRateAgeHours * 3_600_000)
      throw new Unavailable(
        `the stored rate from ${base} to ${quote} is older than ${maxRateAgeHours} hours`,
        retryAfterSeconds,
      );
    return { rate: found.rate, source: storedRateSource, at: found.setAt };
  }
}
