/** The answer to a request beyond a quota: it proposes a higher quota only if one can be set. */
import { quotaAnswer } from '../../../src/kernel/http/quotas';
import { quotaNames, quotas } from '../../../src/kernel/quotas';
import { refused } from '../../../src/kernel/refusal';
import { judgeQuota } from '../../../src/modules/access/domain/tenant';

const answerAt = (quota: (typeof quotaNames)[number], most: number, count = most): string =>
  quotaAnswer.message({ kind: 'QuotaReached', quota, most, count });

test.each(quotaNames)('the answer below the ceiling of %s proposes a quota that can be set', (quota) => {
  const [, body = ''] = /quota with (\{.*\})\.$/.exec(answerAt(quota, quotas[quota].ceiling - 1)) ?? [];
  expect(refused(judgeQuota(JSON.parse(body)))).toBe(false);
});

test.each(quotaNames)('the answer at the ceiling of %s proposes no quota', (quota) => {
  const answer = answerAt(quota, quotas[quota].ceiling);
  expect(answer).toMatch(/No higher quota can be set\.$/);
  expect(answer).not.toContain('PUT');
});

test('the answer at the ceiling still proposes to delete things that can be deleted', () => {
  expect(answerAt('people', quotas.people.ceiling)).toContain('Delete one. ');
});

describe('the answer beyond a quota that was lowered', () => {
  test('has the number of things, and how many of them leave room for one more', () => {
    expect(answerAt('people', 2, 7)).toMatch(
      /^The tenant's maximum number of people who may sign in is 2 \(quota people\), and the current number is 7\. Delete 6\. /,
    );
    expect(answerAt('keys', 0, 8)).toContain(
      'and the current number is 8. Revoke 9, or rotate without a grace period. ',
    );
  });

  test('proposes a quota with which the creation succeeds', () => {
    expect(answerAt('ledgers', 2, 7)).toMatch(/with \{"limits": \{"ledgers": 8\}\}\.$/);
    expect(answerAt('ledgers', 2, quotas.ledgers.ceiling)).toMatch(/No higher quota can be set\.$/);
  });
});
