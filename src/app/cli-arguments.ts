/** What the command line takes as an argument, and what it says of anything else. */
import { InvalidArgumentError } from 'commander';
import { parseId, type LedgerId, type TenantId } from '../kernel/ids';

export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return Number(text);
  };

export const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export const tenantId = (text: string): TenantId => {
  const id = parseId<'tenant'>(text);
  if (id === undefined) throw new InvalidArgumentError('It must be the id of a tenant.');
  return id;
};

export const ledgerId = (text: string): LedgerId => {
  const id = parseId<'ledger'>(text);
  if (id === undefined) throw new InvalidArgumentError('It must be the id of a ledger.');
  return id;
};

export const currency = (text: string): string => {
  if (!/^[A-Z0-9]{1,12}$/.test(text)) throw new InvalidArgumentError('It must be a currency such as EUR.');
  return text;
};

export const positiveDecimal = (text: string): string => {
  if (!/^(?=.*[1-9])\d{1,20}(\.\d{1,18})?$/.test(text))
    throw new InvalidArgumentError('It must be a positive decimal.');
  return text;
};
