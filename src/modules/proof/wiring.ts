/** Wires proof: only this file of the module imports Inversify. */
import { ContainerModule } from 'inversify';
import { OBSERVATIONS } from '../../kernel/observations';
import { BACKGROUND } from '../../kernel/running/background';
import { ROUTES } from '../../kernel/http/tokens';
import { MEMORY_UNIT_OF_WORK, ROOM } from '../../kernel/memory/tokens';
import { UNIT_OF_WORK } from '../../kernel/postgres/tokens';
import { provide } from '../../kernel/token';
import { CLOCK, LOG } from '../../kernel/tokens';
import { ACCESS } from '../access';
import { LEDGERING } from '../ledgering';
import { createLogs } from './application/logs';
import { CHECKPOINT_RECEIVER, LOGS, PROOF_UNIT_OF_WORK, SIGNING, TREE_STORE, WITNESSES } from './application/ports';
import { createProofs, PROOFS } from './application/proofs';
import { createRotation } from './application/rotation';
import { createSendingLoop } from './application/sending';
import { createSigningLoop } from './application/signing';
import { createVerifying } from './application/verifying';
import { createWitnessingLoop } from './application/witnessing';
import type { WitnessSetting } from './domain/witness-list';
import { signingFiles, type SigningFiles } from './files/signing-files';
import { proofRoutes } from './http/routes';
import { PROOF, type Proof } from './index';
import { signingInMemory } from './memory/signing';
import { MemoryTreeStore } from './memory/tree-store';
import { PostgresTreeStore } from './postgres/tree-store';
import { checkpointReceiver, noReceiver } from './webhooks/checkpoint-receiver';
import { witnessAt } from './webhooks/witness';

export { complaintAboutSigningFiles, type SigningFiles } from './files/signing-files';

export const proofModule = new ContainerModule(({ bind }) => {
  const parts = [PROOF_UNIT_OF_WORK, TREE_STORE, SIGNING, LOGS, CLOCK] as const;
  provide({ bind }, LOGS, [LEDGERING, ACCESS], createLogs);
  provide({ bind }, PROOFS, [...parts, LEDGERING], (unitOfWork, store, signing, logs, clock, ledgering) =>
    createProofs({ unitOfWork, store, signing, logs, clock, ledgering }),
  );
  provide(
    { bind },
    PROOF,
    [...parts, BACKGROUND, LOG, CHECKPOINT_RECEIVER, WITNESSES, OBSERVATIONS, PROOFS],
    (unitOfWork, store, signing, logs, clock, background, log, receiver, witnesses, observations, proofs): Proof => {
      const running = { unitOfWork, store, logs, clock, background, log };
      const signer = createSigningLoop({ ...running, signing });
      const sender = createSendingLoop({ ...running, receiver, observations });
      const asker = createWitnessingLoop({ ...running, witnesses, observations });
      return {
        start: () => {
          signer.start();
          if (receiver.isSet) sender.start();
          if (witnesses.length > 0) asker.start();
        },
        stop: async () => void (await Promise.all([signer.stop(), sender.stop(), asker.stop()])),
        keys: () => store.keys(),
        rotateKey: createRotation({ unitOfWork, store, signing, clock }),
        checkpoint: proofs.checkpoint,
        verify: createVerifying({ store, logs }),
      };
    },
  );
  provide({ bind }, ROUTES, [PROOFS], proofRoutes);
});

export const proofOnPostgres = new ContainerModule(({ bind }) => {
  provide({ bind }, PROOF_UNIT_OF_WORK, [UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide({ bind }, TREE_STORE, [UNIT_OF_WORK], (unitOfWork) => new PostgresTreeStore(unitOfWork));
});

export const proofInMemory = new ContainerModule(({ bind }) => {
  provide({ bind }, PROOF_UNIT_OF_WORK, [MEMORY_UNIT_OF_WORK], (unitOfWork) => unitOfWork);
  provide(
    { bind },
    TREE_STORE,
    [MEMORY_UNIT_OF_WORK, ROOM],
    (unitOfWork, room) => new MemoryTreeStore(unitOfWork, room),
  );
});

/** Signs with a key that is stored in a file. */
export const signingWith = (files: SigningFiles): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide({ bind }, SIGNING, [], () => signingFiles(files));
  });

/** Signs with a key that exists only in memory. */
export const signingForNow = (keyName: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide({ bind }, SIGNING, [], () => signingInMemory(keyName));
  });

/** Sends checkpoints to this receiver, if it is not undefined, and has them co-signed by these witnesses. */
export const checkpointsTo = (
  address: string | undefined,
  witnesses: readonly WitnessSetting[] = [],
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide({ bind }, CHECKPOINT_RECEIVER, [CLOCK], (clock) =>
      address === undefined ? noReceiver : checkpointReceiver(address, clock),
    );
    provide({ bind }, WITNESSES, [CLOCK], (clock) => witnesses.map((witness) => witnessAt(witness, clock)));
  });
