/** The parts of a page in the table `pages`. */
import type { ComponentType } from 'preact';

/** The values of `:accountId` and similar parts of the address. */
export type PageParams = Readonly<Record<string, string>>;

export type PageComponent = ComponentType<{ readonly params: PageParams }>;
