/** All attacks. docs/reliability.md names the bound that stops each of them, and the test of that bound. */
import type { Attack } from './attack';
import { batches } from './batches';
import { doors } from './doors';
import { heavy } from './heavy';
import { reads } from './reads';
import { sockets } from './sockets';

export const attacks: readonly Attack[] = [...sockets, ...batches, ...heavy, ...reads, ...doors];
