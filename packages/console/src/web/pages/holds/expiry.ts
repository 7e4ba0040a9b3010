/** Describes the expiry of a hold in words. */
import { formatMoment } from '../../parts/day';

interface Expiring {
  readonly hold: { readonly expires_at: string | null } | null;
}

/** Compares two holds by their expiry, earliest first. Holds that never expire come last. */
export const byExpiry = (one: Expiring, other: Expiring): number => at(one) - at(other) || 0;

const at = ({ hold }: Expiring): number => (hold?.expires_at ? Date.parse(hold.expires_at) : Number.MAX_SAFE_INTEGER);

export interface Expiry {
  readonly tone: 'over' | 'soon' | 'later';
  readonly text: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Returns the time until the expiry, such as `in 3 h`, and its tone: 'soon' for less than a day. */
export const expiryOf = (expiresAt: string, now = Date.now()): Expiry => {
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { tone: 'over', text: 'over' };
  if (left < hourMs) return { tone: 'soon', text: `in ${Math.max(1, Math.floor(left / minuteMs))} min` };
  if (left < dayMs) return { tone: 'soon', text: `in ${Math.floor(left / hourMs)} h` };
  const days = Math.floor(left / dayMs);
  return { tone: 'later', text: `in ${days} ${days === 1 ? 'day' : 'days'}` };
};

export const untilText = (expiresAt: string): string => formatMoment(expiresAt);
