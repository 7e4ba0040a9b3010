/** `verify --checkpoints` accepts a note only about a log of the key that signed the note. */
import { newId } from '../../../src/kernel/ids';
import { createVerifying } from '../../../src/modules/proof/application/verifying';
import { checkpointText } from '../../../src/modules/proof/domain/checkpoint';
import { rootOf } from '../../../src/modules/proof/domain/merkle';
import { newSigningKey, readSigningKey, type SigningKey } from '../../../src/modules/proof/domain/signed-note';

const [own, other] = ['ledger.example', 'other.example'].map(
  (name) => readSigningKey(newSigningKey(name)) as SigningKey,
) as [SigningKey, SigningKey];
const ledgerId = newId<'ledger'>();

test.each([
  ['ledger.example/', own, []],
  ['ledger.example/', other, ['does not belong to the key that signed it']],
  ['ledger.example.com/', own, ['does not belong to the key that signed it']],
  ['ledger.example/tenants/', own, []],
])('a note about %s', async (beginning, key, details) => {
  const verifying = createVerifying({
    store: { keys: async () => [own.verifierKey, other.verifierKey] },
    logs: { hashes: async () => Buffer.alloc(0) },
  });
  const origin = `${beginning}${ledgerId}`;
  const note = key.signed(checkpointText({ origin, size: 0, root: rootOf(0, new Map()), at: new Date() }));
  const { findings } = await verifying(note);
  expect(findings).toEqual(
    details.map((detail) =>
      expect.objectContaining({ where: 'note 1 of the file', detail: expect.stringContaining(detail) }),
    ),
  );
});
