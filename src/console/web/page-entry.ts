/** What a row of the table of pages says. It stands apart, so that pages may know it and need not know each other. */
import type { ComponentType } from 'preact';
import type { Role } from './api/session';

/** What stands in the place of `:accountId` and its like. */
export type PageParams = Readonly<Record<string, string>>;

export type PageComponent = ComponentType<{ readonly params: PageParams }>;

export interface PageEntry {
  /** Behind `/console/l/<ledger>/`; `''` is the overview. A path with a parameter is not in the navigation. */
  readonly path: string;
  readonly title: string;
  /** Heading in the navigation; `''` stands first without one. */
  readonly section: Section;
  /** Who has less does not see it, in the navigation or elsewhere. */
  readonly least: Role;
  readonly load: () => Promise<PageComponent>;
}

/** In the order of the navigation. */
export const sections = ['', 'Books', 'Reports', 'Set-up', 'Administration'] as const;

export type Section = (typeof sections)[number];
