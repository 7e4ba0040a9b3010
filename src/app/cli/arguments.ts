/** Parses the arguments of commands, and explains invalid ones. */
import { InvalidArgumentError } from 'commander';
import { parseDay, type Day } from '../../kernel/time';

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return Number(text);
  };

/**
 * Returns whether the text is an HTTP address. An address with a user name and a password is refused, because `fetch` rejects it with a
 * message that contains them.
 */
export const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export const currency = (text: string): string => {
  if (!/^[A-Z0-9]{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a currency such as EUR.');
  return text;
};

export const positiveDecimal = (text: string): string => {
  if (!/^(?=.*[1-9])\d{1,20}(\.\d{1,18})?$/.test(text))
    throw new InvalidArgumentError('It must be a positive decimal.');
  return text;
};

export const day = (text: string): Day => {
  const parsed = parseDay(text);
  if (parsed === undefined) throw new InvalidArgumentError('It must be a day such as 2027-01-31.');
  return parsed;
};

/** Parses an instant; a day without a time means midnight UTC. */
export const instant = (text: string): Date => {
  const [date = '', time] = text.split('T');
  const isWritten = time === undefined || /^\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(time);
  const at = new Date(isWritten && parseDay(date) !== undefined ? text : NaN);
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a day such as 2027-01-31, or an instant such as 2027-01-31T12:00:00Z.');
  return at;
};
