/** What a page of the table in `pages` is made of. */
import type { ComponentType } from 'preact';

/** What stands in the place of `:accountId` and its like. */
export type PageParams = Readonly<Record<string, string>>;

export type PageComponent = ComponentType<{ readonly params: PageParams }>;
