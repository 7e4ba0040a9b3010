/** The page that posts a transaction, entry by entry or by a transaction code. */
import { Link } from 'wouter-preact';
import { useHref } from '../api/place';
import { Page } from '../parts/page';
import { Tabs } from '../parts/tabs';
import { ByCode } from './new-transaction/by-code';
import { ByEntries } from './new-transaction/by-entries';
import { useForgottenDrafts } from './new-transaction/kept-draft';
import './new-transaction/new-transaction.css';

export const NewTransaction = () => {
  const href = useHref();
  useForgottenDrafts();
  return (
    <Page
      title="New transaction"
      over={<Link href={href('transactions')}>Transactions</Link>}
      under="You will see a preview before anything is posted."
    >
      <Tabs
        label="Entry method"
        parameter="by"
        tabs={[
          { id: 'entries', title: 'Entries', draw: () => <ByEntries /> },
          { id: 'code', title: 'By transaction code', draw: () => <ByCode /> },
        ]}
      />
    </Page>
  );
};
