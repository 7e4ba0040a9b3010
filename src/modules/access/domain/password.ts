/**
 * The rules for passwords. The length counts most. In addition, passwords that every attacker tries first are refused: common ones, the
 * person's own e-mail, a short piece that is repeated, and a run of neighbouring keys on the keyboard.
 */
import { commonPasswords } from './common-passwords';

/** The minimum length of a password, in code points. */
export const minPasswordLength = 12;
export const maxPasswordLength = 200;

/** Returns the password in Unicode's form NFKC, because keyboards compose the same letters differently. */
export const normalPassword = (typed: string): string => typed.normalize('NFKC');

/** Returns the faults of the password, each as the end of a sentence that begins with "password"; empty if it may be used. */
export const complaintsAboutPassword = (typed: string, email: string): readonly string[] => {
  if (!typed.isWellFormed() || typed.includes('\0')) return ['must not contain a NUL character or a lone surrogate'];
  const password = normalPassword(typed);
  const { length } = [...password];
  if (length < minPasswordLength) return [`must have at least ${minPasswordLength} characters`];
  if (length > maxPasswordLength) return [`must have at most ${maxPasswordLength} characters`];
  const folded = password.toLowerCase();
  if (isOfEmail(folded, email)) return ['must not consist of the e-mail address or the part before the @'];
  if (isRepetition(folded) || isRun(folded)) return ['must not be a repetition or a sequence'];
  return commonPasswords.has(folded) ? ['must not be a common password'] : [];
};

/** Returns whether the password is the e-mail or its local part, once or repeated. */
const isOfEmail = (password: string, email: string): boolean => {
  const [local = ''] = email.split('@');
  return [email, local].some((part) => part !== '' && password.replaceAll(part, '') === '');
};

/** Matches a text that repeats one piece of at most half its length; the last repetition may be incomplete. */
const isRepetition = (text: string): boolean => {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.slice(length) === text.slice(0, -length)) return true;
  return false;
};

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '1234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];
const runs = alphabets.flatMap((alphabet) => [alphabet, [...alphabet].reverse().join('')]).map((run) => run.repeat(3));

/** Returns whether the text is a run of neighbours in the alphabet or on the keyboard, in either direction. */
const isRun = (text: string): boolean => {
  // A password of letters followed by digits, such as qwertyuiop123, is refused only if each part is a run.
  const parts = text.match(/[a-z]+|[0-9]+/g) ?? [];
  return parts.join('') === text && parts.every((part) => part.length >= 3 && runs.some((run) => run.includes(part)));
};
