/** The note that stands in place of cash figures if no account counts as cash: which accounts would, and where a person marks them. */
import { Link } from 'wouter-preact';
import { useHref } from '../api/place';
import { For } from './page';

export const NoCash = () => (
  <p class="small soft">
    No account that is marked as cash had a balance.
    <For least="bookkeeper">
      {' '}
      In the <Link href={useHref()('accounts')}>chart of accounts</Link>, choose the account of the bank, then “Change”,
      and set its section of the cash flow statement to cash.
    </For>
  </p>
);
