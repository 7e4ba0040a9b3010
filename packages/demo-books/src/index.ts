/** Creates the books of a demo business: a tenant with months of transactions, entered through the API's routes in this process. */
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import type { App } from '../../../src/app/compose';
import { lending } from './lending';
import { marketplace } from './marketplace';
import { openBusiness, tenantNameOf, type MadeOtherwise, type Opened, type WantedTerms } from './opening';
import { perform, type Counts, type OnProgress } from './perform';
import { tell, type Profile, type FinishedStory } from './story';
import { wallet } from './wallet';

export type { MadeOtherwise, OpenedLedger } from './opening';
export { tell } from './story';

export const profiles: Readonly<Record<ProfileName, Profile>> = { wallet, marketplace, lending };
export const profileNames = ['wallet', 'marketplace', 'lending'] as const;
export type ProfileName = (typeof profileNames)[number];
export const maxMonths = 60;
export const maxSeed = 999_999_999;

export interface OpenedProfile extends Opened {
  readonly tenant: string;
  readonly title: string;
}

export interface MadeProfile extends OpenedProfile {
  readonly counts: Counts;
  readonly told: FinishedStory;
}

export type WantedProfile = WantedTerms & { readonly profile: ProfileName };

export interface ProfileObserver {
  /** Called once the ledgers and their keys exist, before the first transaction. */
  readonly onOpened?: (opened: OpenedProfile) => void;
  readonly onProgress?: OnProgress;
}

/**
 * Creates the books, or the missing part of them, so it may be called again after an interruption. This process must run the poster
 * (`app.poster`). Without `until` the books end today, or on the day that an earlier call set.
 */
export const makeProfile = async (
  app: App,
  wanted: WantedProfile,
  today: Day,
  { onOpened = () => undefined, onProgress = () => undefined }: ProfileObserver = {},
): Promise<Outcome<MadeOtherwise, MadeProfile>> => {
  const profile = profiles[wanted.profile];
  const opened = await openBusiness(app, profile, wanted, today);
  if (refused(opened)) return opened;
  const business = { ...opened.right, tenant: tenantNameOf(wanted.profile), title: profile.title };
  onOpened(business);
  const told = tell(profile, opened.right.terms);
  const counts = await perform(app, opened.right.ledgers, profile.string?.code, told.deeds, onProgress);
  return ok({ ...business, counts, told });
};
