/** The entries of a transaction as a table. */
import type { Schemas } from '../../api/client';
import { useHref, usePlace } from '../../api/place';
import { Layer } from '../../parts/labels';
import { Money } from '../../parts/money';
import { Table, type Column } from '../../parts/table';

type Found = Schemas['Transaction'];

const said: Column<Found['entries'][number]> = {
  ...{ key: 'text', title: 'Description', isWide: true, cell: ({ description }) => description },
};

export const Entries = ({ transaction: { entries } }: { readonly transaction: Found }) => {
  const href = useHref();
  const { currency } = usePlace().ledger;
  const amountOn =
    (side: 'debit' | 'credit') =>
    ({ type, amount }: Found['entries'][number]) =>
      type === side ? <Money of={amount} /> : null;
  return (
    <Table
      caption="Entries"
      isCaptionHidden
      rows={entries}
      rowKey={({ id }) => id}
      href={({ account_id: id }) => href(`accounts/${id}`)}
      columns={[
        { key: 'account', title: 'Account', cell: ({ account_code: code }) => code },
        { key: 'name', title: 'Name', isWide: true, cell: ({ account_name: name }) => name },
        ...(entries.some(({ description }) => description !== null) ? [said] : []),
        { key: 'layer', title: 'Layer', cell: ({ layer }) => <Layer of={layer} isShort /> },
        { key: 'debit', title: `Debit, ${currency}`, isNumber: true, cell: amountOn('debit') },
        { key: 'credit', title: `Credit, ${currency}`, isNumber: true, cell: amountOn('credit') },
      ]}
    />
  );
};
