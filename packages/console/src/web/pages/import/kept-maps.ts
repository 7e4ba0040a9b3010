/** Named maps that the browser stores, in the format of the files for `ledger import --map`. */
import { namedItems } from '../../parts/named-items';
import { mapIn } from './map';

export interface KeptMap {
  readonly name: string;
  readonly text: string;
}

const isMap = (stored: unknown): stored is KeptMap => {
  const { name, text } = (stored ?? {}) as Partial<KeptMap>;
  return typeof name === 'string' && typeof text === 'string' && mapIn(text) !== undefined;
};

export const { read: keptMaps, keep: keepMap, forget: forgetMap } = namedItems('maps of imports', isMap);
