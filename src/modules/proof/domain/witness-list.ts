/** Reads the setting LEDGER_WITNESSES: the verifier keys and the addresses of witnesses. */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { readWitnessKey, type WitnessKey } from './cosignature';

export interface WitnessSetting {
  readonly key: WitnessKey;
  /** The submission prefix. The service posts to this address followed by `/add-checkpoint`. */
  readonly address: string;
}

/** The length of a key is limited because every signature line repeats the key's name. */
const maxKeyLength = 500;
/**
 * The number of witnesses is limited because a verifier need not accept more than sixteen signatures on a note, and the log's own key signs
 * too.
 */
const maxWitnesses = 8;

/** Reads `KEY ADDRESS, KEY ADDRESS…`. A refusal is the rest of a sentence that begins with the name of the setting. */
export const readWitnesses = (text: string): Outcome<string, readonly WitnessSetting[]> => {
  const witnesses: WitnessSetting[] = [];
  for (const each of text.split(',').map((part) => part.trim())) {
    const [written = '', address = '', ...rest] = each.split(/\s+/);
    const key = readWitnessKey(written);
    if (!key || written.length > maxKeyLength || rest.length > 0)
      return refuse(
        `must be a verifier key of type 4 and an address for each witness, with commas between witnesses, unlike "${each}"`,
      );
    if (!isPrefix(address))
      return refuse(
        `must have an address that begins with https:// or http://, without a password, ? or #, after the key of ${key.name}`,
      );
    if (witnesses.some((other) => other.key.name === key.name)) return refuse(`must name ${key.name} only once`);
    witnesses.push({ key, address: address.replace(/\/+$/, '') });
  }
  return witnesses.length <= maxWitnesses ? ok(witnesses) : refuse(`must name at most ${maxWitnesses} witnesses`);
};

const isPrefix = (address: string): boolean => {
  if (!/^https?:\/\/[^?#]+$/.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};
