/** Amends a transaction's description and attaches a note to it. Returns the two events as the feed must show them. */
import type { Client } from './client';
import { dataOf, type Fields } from './requests';

export const amendAndNote = async (api: Client, id: string) => {
  const reason = 'Misspelt';
  dataOf(await api.patch(`/transactions/${id}`, { description: 'In other words', reason }), 200);
  const [amended] = dataOf(await api.get(`/transactions/${id}/amendments`), 200);
  const note = dataOf(await api.post(`/transactions/${id}/notes`, { text: 'Signed' }), 201);
  const told = ({ reason: _, sequence: __, actor: ___, ...data }: Fields): Fields => data;
  return [
    { type: 'transaction.amended', data: told(amended), reason },
    { type: 'transaction.noted', data: told(note), reason: null },
  ];
};
