/**
 * The demo business of a wallet in two currencies. Customers top up by card and by bank transfer, pay with a card, send each other money,
 * convert dollars to euros and withdraw money. Customers' money is kept in a safeguarded account, separate from the company's own money. A
 * card payment is held when it is authorised and cleared some days later. The company pays the card network on Fridays.
 */
import type { Day } from '../../../src/kernel/time';
import { dayOfMonth, daysLater, firstOfMonth, isDue, isWeekend, monthName, weekdayOf } from './calendar';
import { account, accountPlan, credit, debit } from './chart';
import { numbered, personName } from './people';
import { decimal, shareOf } from './random';
import type { Profile, Story } from './story';
import { channels, dollars, euros, merchants, walletLedger, type Code } from './wallet-books';

export const wallet: Profile = {
  title: 'A wallet in dollars and euros, with cards',
  ledgers: [walletLedger(dollars, 'Wallet in US dollars', 'USD'), walletLedger(euros, 'Wallet in euros', 'EUR')],
  string: { code: 'WALLET', name: 'Both currencies of the wallet' },
  attributes: { channel: 'The channel of the request', merchant: 'The merchant' },
  begin: (story) => beginWallet(story),
};

/** The maximum number of payers in one posting. A transaction has at most a hundred entries, and one of them credits the receiver. */
const maxPayers = 99;

/** The special outcomes of card payments by their positions in each series of twenty. All other payments are cleared as authorised. */
const fates: Readonly<Record<number, 'less' | 'twice' | 'called off' | 'refunded'>> = {
  2: 'less',
  5: 'twice',
  8: 'called off',
  11: 'refunded',
  14: 'less',
  17: 'refunded',
};

const beginWallet = (story: Story): ReturnType<Profile['begin']> => {
  const { random, till, first } = story;
  const customers: Record<Code, string[]> = { [dollars]: [], [euros]: [] };
  /**
   * Amounts of this month: the fees that are still in the customers' safeguarded account, and the turnovers from which the bank and the
   * card network compute their fees.
   */
  const unswept: Record<Code, bigint> = { [dollars]: 0n, [euros]: 0n };
  const byCard: Record<Code, bigint> = { [dollars]: 0n, [euros]: 0n };
  const cleared: Record<Code, bigint> = { [dollars]: 0n, [euros]: 0n };
  /** The customers' conversions that the company has not covered yet: dollars sold and euros bought. */
  const changed = { dollars: 0n, euros: 0n };
  let people = 0;
  let payments = 0;
  /** The exchange rate in ten-thousandths of a euro per dollar. */
  let rate = 9_200;

  const signUp = (code: Code, day: Day): void => {
    people += 1;
    const wallet = numbered('WALLET', people);
    const name = personName(story.random);
    story.open(code, accountPlan('liability', 'WALLETS', walletOf(wallet, name)));
    customers[code].push(wallet);
    topUp(code, day, wallet, random.cents(80, 600));
  };
  const topUp = (code: Code, day: Day, to: string, amount: bigint): void => {
    const channel = random.pick(channels);
    if (channel === 'app') byCard[code] += amount;
    story.post(code, day, {
      what: 'TOP-UP',
      description: channel === 'app' ? 'Top-up by card' : 'Top-up by bank transfer',
      entries: [debit('BANK-SAFE', amount), credit(to, amount)],
      through: { code: 'TOP_UP', params: { wallet: to, amount: decimal(amount) } },
      attributes: { channel },
    });
  };
  /** Returns a random customer who can spend this amount. Undefined if eight random customers cannot. */
  const whoCanSpend = (code: Code, amount: bigint): string | undefined =>
    Array.from({ length: 8 }, () => random.pick(customers[code])).find((one) => till.spendable(code, one) >= amount);

  const authorise = (code: Code, day: Day, expiry: 'at once' | 'in weeks' | 'never' = 'never'): string | undefined => {
    const amount = random.cents(4, 120);
    const payer = whoCanSpend(code, amount);
    if (payer === undefined) return undefined;
    payments += 1;
    const merchant = random.pick(merchants);
    return story.post(code, day, {
      what: 'CARD',
      description: `${merchant}, authorised`,
      ...{ layer: 'pending', journal: 'CARDS', correlation: `card-${payments}`, expiry },
      entries: [debit(payer, amount), credit('CARD-NETWORK', amount)],
      attributes: { merchant },
    });
  };
  const clear = (code: Code, hold: string, day: Day, part?: bigint, isFinal = true): string => {
    cleared[code] += part ?? till.leftOf(hold);
    return story.settle(hold, day, 'Card payment, cleared', part, isFinal);
  };
  const pay = (code: Code, day: Day): void => {
    const hold = authorise(code, day);
    if (hold === undefined) return;
    const amount = till.leftOf(hold);
    const fate = fates[payments % 20];
    story.later(day, random.whole(2, 5), (on) => {
      if (fate === 'called off') return story.callOff(hold, on, 'The merchant cancelled it');
      const isInParts = fate === 'less' || fate === 'twice';
      const settled = clear(code, hold, on, isInParts ? shareOf(amount, 6_000) : undefined, fate !== 'twice');
      if (fate === 'twice') story.later(on, random.whole(3, 6), (then) => void clear(code, hold, then));
      if (fate === 'refunded')
        story.later(on, random.whole(3, 5), (then) => {
          // Once the card network has been paid, a refund would make the network's balance negative.
          const part = shareOf(amount, random.pick([2_500, 5_000, 10_000]));
          if (part > 0n && till.settled(code, 'CARD-NETWORK') >= part)
            story.reverse(settled, then, 'Refund by the merchant', part);
        });
    });
  };

  const send = (code: Code, day: Day): void => {
    const amount = random.cents(5, 90);
    const [from, to] = [whoCanSpend(code, amount), random.pick(customers[code])];
    if (from === undefined || from === to) return;
    const entries = [debit(from, amount), credit(to, amount)];
    story.post(code, day, { what: 'SENT', description: 'Sent to a friend', entries, attributes: { channel: 'app' } });
  };
  const withdraw = (code: Code, day: Day): void => {
    const amount = random.cents(40, 300);
    const fee = 150n;
    const from = whoCanSpend(code, amount);
    if (from === undefined || till.settled(code, 'BANK-SAFE') < amount) return;
    unswept[code] += fee;
    story.post(code, day, {
      what: 'WITHDRAWAL',
      description: 'Withdrawal to a bank account',
      entries: [debit(from, amount), credit('BANK-SAFE', amount - fee), credit('WITHDRAWAL-FEES', fee)],
      through: { code: 'WITHDRAWAL', params: { wallet: from, amount: decimal(amount), fee: decimal(fee) } },
    });
  };

  const change = (day: Day): void => {
    const amount = random.cents(50, 250);
    const fee = shareOf(amount, 50);
    const who = whoCanSpend(dollars, amount + fee);
    if (who === undefined) return;
    if (!customers[euros].includes(who)) {
      story.open(euros, accountPlan('liability', 'WALLETS', walletOf(who, 'Wallet in euros')));
      customers[euros].push(who);
    }
    const bought = shareOf(amount, rate);
    story.move(day, {
      ...{ what: 'FX', from: [dollars, who, amount], to: [euros, who, bought], rate: decimal(BigInt(rate), 4) },
      description: 'Dollars into euros',
    });
    story.post(dollars, day, {
      what: 'FX-FEE',
      description: 'Fee for changing money',
      entries: [debit(who, fee), credit('FX-FEES', fee)],
      through: { code: 'FX_FEE', params: { wallet: who, changed: decimal(amount) } },
    });
    unswept[dollars] += fee;
    changed.dollars += amount;
    changed.euros += bought;
  };
  /** Covers the customers' conversions: moves money so that in each currency the safeguarded account equals the sum of the wallets. */
  const square = (day: Day): void => {
    const { dollars: sold, euros: bought } = changed;
    if (bought === 0n) return;
    const between = 'Safeguarded money, changed';
    const wire = (code: Code, debited: string, credited: string, amount: bigint): void =>
      void story.post(code, day, {
        what: 'WIRE',
        description: between,
        entries: [debit(debited, amount), credit(credited, amount)],
      });
    wire(dollars, 'NOSTRO', 'BANK-SAFE', sold);
    story.move(day, {
      ...{
        what: 'TREASURY',
        from: [dollars, 'NOSTRO', sold],
        to: [euros, 'NOSTRO', bought],
        rate: decimal((bought * 10_000n) / sold, 4),
      },
      description: between,
    });
    wire(euros, 'BANK-SAFE', 'NOSTRO', bought);
    Object.assign(changed, { dollars: 0n, euros: 0n });
  };

  const payNetwork = (code: Code, day: Day): void => {
    const owed = till.settled(code, 'CARD-NETWORK');
    if (owed === 0n || till.settled(code, 'BANK-SAFE') < owed) return;
    const entries = [debit('CARD-NETWORK', owed), credit('BANK-SAFE', owed)];
    story.post(code, day, {
      what: 'NETWORK',
      description: 'Card network, the week’s clearing',
      journal: 'CARDS',
      entries,
    });
  };
  const spend = (code: Code, day: Day, expense: string, amount: bigint, description: string, on = day): string =>
    story.post(code, on, { what: 'COST', description, entries: [debit(expense, amount), credit('BANK-OWN', amount)] });

  /** Posts items of the past month whose amounts are known only after its end. */
  const endMonth = (code: Code, day: Day): void => {
    const end = daysLater(firstOfMonth(day), -1);
    if (end < first) return;
    const closing = { journal: 'CLOSING' };
    const earned = shareOf(cleared[code], 150);
    const due = [debit('INTERCHANGE-DUE', earned), credit('INTERCHANGE', earned)];
    if (earned > 0n)
      story.post(code, end, {
        what: 'ACCRUAL',
        description: `Interchange of ${monthName(end)}`,
        entries: due,
        ...closing,
      });
    const interest = shareOf(till.settled(code, 'BANK-SAFE'), 18);
    const gained = [debit('BANK-OWN', interest), credit('INTEREST', interest)];
    if (interest > 0n)
      story.post(code, end, {
        what: 'INTEREST',
        description: `Interest of ${monthName(end)}`,
        entries: gained,
        ...closing,
      });
    const swept = unswept[code];
    const moved = [debit('BANK-OWN', swept), credit('BANK-SAFE', swept)];
    if (swept > 0n)
      story.post(code, day, { what: 'SWEEP', description: `Fees of ${monthName(end)}, to own money`, entries: moved });
    const processing = shareOf(byCard[code], 90);
    if (processing > 0n) spend(code, day, 'PROCESSING', processing, `Processing of ${monthName(end)}`, end);
    const charges = spend(code, day, 'BANK-CHARGES', 1_850n, `Bank charges of ${monthName(end)}`, end);
    // Posts the bank charges twice by mistake. The mistake is found two days later.
    if (story.age(day) % 2 === 1) story.later(day, 2, () => story.voided(charges, 'Booked twice'));
    if (story.age(day) % 2 === 1) spend(code, day, 'BANK-CHARGES', 1_850n, `Bank charges of ${monthName(end)}`, end);
    unswept[code] = byCard[code] = cleared[code] = 0n;
  };
  const receiveInterchange = (code: Code, day: Day): void => {
    const due = till.settled(code, 'INTERCHANGE-DUE');
    const entries = [debit('BANK-OWN', due), credit('INTERCHANGE-DUE', due)];
    if (due > 0n)
      story.post(code, day, { what: 'INTERCHANGE', description: 'Interchange, paid by the network', entries });
  };

  /** Charges a fee to every customer whose balance covers it, in one posting. */
  const chargeAll = (code: Code, day: Day): void => {
    const fee = 290n;
    const payers = customers[code].filter((one) => till.spendable(code, one) >= fee).slice(0, maxPayers);
    const sum = fee * BigInt(payers.length);
    unswept[code] += sum;
    const entries = [...payers.map((one) => debit(one, fee)), credit('MONTHLY-FEES', sum)];
    story.post(code, day, { what: 'FEE', description: `Monthly fee, ${monthName(day)}`, entries });
  };

  const capital: Record<Code, bigint> = { [dollars]: 6_000_000n, [euros]: 2_500_000n };
  for (const code of [dollars, euros] as const) {
    const entries = [debit('BANK-OWN', capital[code]), credit('CAPITAL', capital[code])];
    story.post(code, first, { what: 'CAPITAL', description: 'Paid-in capital', entries });
    for (let founders = code === dollars ? 24 : 12; founders > 0; founders -= 1) signUp(code, first);
  }

  const usualDay = (code: Code, day: Day): void => {
    const busy = (code === dollars ? 2 : 1) + Math.floor(story.age(day) / 4) + (isWeekend(day) ? 1 : 0);
    if (random.chance(code === dollars ? 12 : 6)) signUp(code, day);
    for (let count = random.whole(0, busy); count > 0; count -= 1)
      topUp(code, day, random.pick(customers[code]), random.cents(30, 400));
    for (let count = random.whole(0, busy); count > 0; count -= 1) pay(code, day);
    if (random.chance(40)) send(code, day);
    if (!isWeekend(day) && random.chance(30)) withdraw(code, day);
    if (code === dollars && random.chance(30)) change(day);
  };
  const dueDay = (code: Code, day: Day): void => {
    if (dayOfMonth(day) === 28) chargeAll(code, day);
    if (isDue(day, 3)) endMonth(code, day);
    if (isDue(day, 15)) receiveInterchange(code, day);
    if (isDue(day, 5)) spend(code, day, 'HOSTING', code === dollars ? 12_000n : 6_500n, `Hosting, ${monthName(day)}`);
    if (isDue(day, 25))
      spend(code, day, 'SALARIES', code === dollars ? 48_000n : 26_000n, `Salaries, ${monthName(day)}`);
    if (weekdayOf(day) === 5) payNetwork(code, day);
  };
  /** Places holds on the last day: three expire at once, three in three weeks, one is half settled, and one is cancelled. */
  const lastDay = (code: Code, day: Day): void => {
    for (let count = 3; count > 0; count -= 1) authorise(code, day, 'at once');
    for (let count = 3; count > 0; count -= 1) authorise(code, day, 'in weeks');
    const [half, off] = [authorise(code, day), authorise(code, day)];
    if (half !== undefined) clear(code, half, day, shareOf(till.leftOf(half), 5_000), false);
    if (off !== undefined) story.callOff(off, day, 'The merchant cancelled it');
  };

  return {
    day: (day) => {
      rate += random.whole(-18, 18);
      if (weekdayOf(day) === 5) square(day);
      for (const code of [dollars, euros] as const) {
        dueDay(code, day);
        usualDay(code, day);
        if (day === story.terms.until) lastDay(code, day);
      }
    },
  };
};

const walletOf = (code: string, name: string): Parameters<typeof accountPlan>[2] =>
  account(code, name, { category: 'customer', floor: 'available' });
