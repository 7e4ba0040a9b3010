/** The setting LEDGER_WITNESSES: verifier keys and addresses of witnesses. */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { readWitnessKey, type WitnessKey } from './cosignature';

export interface WitnessSetting {
  readonly key: WitnessKey;
  /** The submission prefix: `/add-checkpoint` follows it. */
  readonly address: string;
}

/** A signature line begins with the name of the key. */
const maxKeyLength = 500;
/** A note has a signature of the log besides these, and every verifier accepts sixteen. */
const maxWitnesses = 8;

/** Reads `KEY ADDRESS, KEY ADDRESS…`. The refusal is the end of a sentence that begins with the name of the setting. */
export const readWitnesses = (text: string): Outcome<string, readonly WitnessSetting[]> => {
  const witnesses: WitnessSetting[] = [];
  for (const each of text.split(',').map((part) => part.trim())) {
    const [written = '', address = '', ...rest] = each.split(/\s+/);
    const key = readWitnessKey(written);
    if (!key || written.length > maxKeyLength || rest.length > 0)
      return refuse(
        `must be a verifier key of type 4 and an address for each witness, with commas between witnesses: "${each}" is not`,
      );
    if (!isPrefix(address))
      return refuse(
        `must have an address that begins with https:// or http://, without a password, ? or #, behind the key of ${key.name}`,
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
