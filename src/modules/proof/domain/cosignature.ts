/**
 * Cosignatures of witnesses with Ed25519 (C2SP tlog-cosignature, `cosignature/v1`), and the request for them (C2SP tlog-witness). A
 * cosignature is one more signature of the note. It consists of the time in seconds, in 8 bytes, and the signature over that time and the
 * note's text.
 */
import { verify } from 'node:crypto';
import { openNote, verifierParts, type Verifier } from './signed-note';

export interface WitnessKey extends Verifier {
  /** The verifier key as it is written in the setting LEDGER_WITNESSES. */
  readonly text: string;
}

/** The signature type of cosignatures. It distinguishes the key of a witness from a key that signs logs. */
const cosigning = 4;
const timeBytes = 8;
const maxTime = 2n ** 63n - 1n;

/** Reads the verifier key of a witness; undefined if the text is not such a key. */
export const readWitnessKey = (text: string): WitnessKey | undefined => {
  const parts = verifierParts(text, cosigning);
  if (!parts) return undefined;
  const { name, keyId, key } = parts;
  return {
    ...{ text, name, keyId },
    verifies: (noteText, signature) => {
      if (signature.length <= timeBytes) return false;
      const time = signature.readBigUInt64BE(0);
      const message = Buffer.from(`cosignature/v1\ntime ${time}\n${noteText}`);
      return time <= maxTime && verify(null, message, key, signature.subarray(timeBytes));
    },
  };
};

/**
 * The body of `add-checkpoint`: the size that the witness co-signed last, the proof that the tree of the note continues the tree of that
 * size, and the note.
 */
export const addCheckpointBody = (old: number, proof: readonly Buffer[], note: string): string =>
  `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${note}`;

/** Returns the line of the answer that is a valid cosignature of the note by this witness, with its newline; undefined if no line is. */
export const cosignatureIn = (answer: string, note: string, witness: WitnessKey): string | undefined => {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  return answer
    .split('\n')
    .map((line) => `${line}\n`)
    .find((line) => line !== '\n' && openNote(`${text}\n${line}`, [witness]) !== undefined);
};
