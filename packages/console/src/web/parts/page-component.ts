/** The types of the components in the table `pages`. */
import type { ComponentType } from 'preact';

/** The values of the parameters in a page's path, such as `:accountId`. */
export type PageParams = Readonly<Record<string, string>>;

export type PageComponent = ComponentType<{ readonly params: PageParams }>;
