/** A transaction whose words are amended, and to which a note is attached: the two events, as they must be told. */
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
