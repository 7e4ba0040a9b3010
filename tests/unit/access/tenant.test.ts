import { newId } from '../../../src/kernel/ids';
import { ok, refuse } from '../../../src/kernel/refusal';
import { createTenant } from '../../../src/modules/access/domain/tenant';

const id = newId<'tenant'>();
const now = new Date('2026-01-15T10:00:00.000Z');

describe('creating a tenant', () => {
  test('keeps the name unchanged', () => {
    expect(createTenant(' Bücher & Söhne ', id, now)).toEqual(ok({ id, name: ' Bücher & Söhne ', createdAt: now }));
  });

  test.each([
    ['must not be empty', ''],
    ['must have at most 255 characters', 'x'.repeat(256)],
    ['must not contain a NUL character or a lone surrogate', '\0'],
  ])('refuses an invalid name, which %s', (complaint, name) => {
    expect(createTenant(name, id, now)).toEqual(refuse({ kind: 'InvalidTenant', errors: { name: [complaint] } }));
  });
});
