/** Finds the account that has exactly this code. The API searches for texts that contain the code, so several pages may be read. */
import { ask, type Answer } from './answer';
import { client, type Schemas } from './client';
import { firstWhere } from './every';

export const accountWithCode = (code: string): Promise<Answer<Schemas['Account'] | undefined>> =>
  firstWhere(
    async (slice) => {
      const answer = await ask(client.GET('/api/v1/accounts', { params: { query: { search: code, ...slice } } }));
      return answer.ok ? { ...answer, data: answer.data as readonly Schemas['Account'][] } : answer;
    },
    (account) => account.code === code,
  );
