/** The books at a glance. */
import { usePlace } from '../api/place';
import { Page } from '../parts/page';

export const Overview = () => {
  const { ledger } = usePlace();
  return <Page title={ledger.name}>{null}</Page>;
};
