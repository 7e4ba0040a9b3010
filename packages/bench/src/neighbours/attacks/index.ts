/** The list of all attacks. docs/reliability.md names, for each attack, the limit that stops it and the test of that limit. */
import type { Attack } from './attack';
import { batches } from './batches';
import { doors } from './doors';
import { heavy } from './heavy';
import { reads } from './reads';
import { sockets } from './sockets';

export const attacks: readonly Attack[] = [...sockets, ...batches, ...heavy, ...reads, ...doors];
