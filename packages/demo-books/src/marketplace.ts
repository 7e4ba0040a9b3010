/**
 * The demo business of a marketplace for handmade goods. The amount of an order is held on the customer's card. When a parcel is sent, its
 * part of the hold is settled, and split between the seller, the tax and the platform. The card acquirer pays on Tuesdays. On every second
 * Friday sellers are paid from a ledger in their currency.
 */
import type { Day } from '../../../src/kernel/time';
import { daysLater, firstOfMonth, isDue, isWeekend, monthName, weekdayOf } from './calendar';
import { account, accountPlan, credit, debit } from './chart';
import { market, marketLedger, payoutLedger, payouts, type Payout } from './marketplace-books';
import { numbered, shopName } from './people';
import { decimal, shareOf } from './random';
import type { Profile, Story } from './story';

export const marketplace: Profile = {
  title: 'A marketplace that splits orders and pays sellers in two currencies',
  ledgers: [
    marketLedger,
    payoutLedger('USD-PAYOUT', 'Payouts in US dollars', 'USD'),
    payoutLedger('GBP-PAYOUT', 'Payouts in pounds', 'GBP'),
  ],
  string: { code: 'MARKET', name: 'The marketplace and its payouts' },
  attributes: { category: 'The order', campaign: 'The campaign that brought the customer' },
  begin: (story) => beginMarketplace(story),
};

const categories = ['ceramics', 'jewellery', 'knitwear', 'leather', 'prints', 'toys'];
const campaigns = ['none', 'newsletter', 'search', 'spring'];
const deliveryFee = 490n;
/** The smallest payout to a seller. */
const minPayout = 20_000n;

/** The special outcomes of orders by their positions in each series of twenty. All other orders are sent as ordered, in one parcel. */
const fates: Readonly<Record<number, 'two parcels' | 'less' | 'called off' | 'returned' | 'late'>> = {
  3: 'two parcels',
  6: 'less',
  9: 'called off',
  12: 'two parcels',
  15: 'returned',
  18: 'late',
};

interface Parcel {
  readonly seller: string;
  /** The price without tax, in minor units. */
  readonly price: bigint;
  readonly paid: bigint;
}

const beginMarketplace = (story: Story): ReturnType<Profile['begin']> => {
  const { random, till, first } = story;
  /** The code of the ledger from which each seller is paid. */
  const sellers = new Map<string, Payout>();
  const opened = new Set<string>();
  let orders = 0;
  let parcels = 0;
  /** The exchange rate in ten-thousandths of a pound per dollar. */
  let rate = 7_850;

  const signUp = (): void => {
    const code = numbered('SELLER', sellers.size + 1);
    story.open(market, sellerAccount(code, shopName(random)));
    sellers.set(code, sellers.size % 4 === 3 ? 'GBP-PAYOUT' : 'USD-PAYOUT');
  };
  const parcelOf = (): Parcel => {
    const price = random.cents(14, 160);
    return { seller: random.pick([...sellers.keys()]), price, paid: price + shareOf(price, 800) };
  };

  const place = (day: Day, wanted: readonly Parcel[], expiry: 'at once' | 'in weeks' | 'never' = 'never'): string => {
    orders += 1;
    const total = wanted.reduce((sum, { paid }) => sum + paid, 0n);
    return story.post(market, day, {
      what: 'ORDER',
      description: `Order ${orders}`,
      ...{ layer: 'pending', journal: 'ORDERS', correlation: `order-${orders}`, expiry },
      entries: [debit('CARDS-DUE', total), credit('ORDERS', total)],
      attributes: { category: random.pick(categories), campaign: random.pick(campaigns) },
    });
  };
  /** Settles the amount of a parcel and splits it. Returns the keys of both postings, so that they can be reversed. */
  const send = (day: Day, hold: string, order: number, parcel: Parcel, isLast: boolean): readonly string[] => {
    const { seller, price, paid } = parcel;
    const settled = story.settle(hold, day, `Order ${order}, a parcel`, paid, isLast);
    const owed = shareOf(price, 8_500);
    const tax = shareOf(paid, 800, 10_800n);
    const split = story.post(market, day, {
      what: 'SPLIT',
      description: `Order ${order}, split`,
      ...{ journal: 'ORDERS', correlation: `order-${order}` },
      entries: [
        debit('ORDERS', paid),
        credit(seller, owed),
        credit('TAX-OWED', tax),
        credit('COMMISSIONS', paid - owed - tax),
      ],
      through: {
        code: 'ORDER_SPLIT',
        params: {
          ...{ order: `${order}`, paid: decimal(paid), tax_rate: '0.08' },
          sellers: [{ account: seller, price: decimal(price) }],
        },
      },
    });
    parcels += 1;
    return [split, settled];
  };
  const comeBack = (day: Day, parts: readonly string[], { seller, price, paid }: Parcel): void => {
    // The parcel is not refunded if the seller has already been paid, or if the acquirer has already paid the platform.
    if (till.spendable(market, seller) < shareOf(price, 8_500) || till.settled(market, 'CARDS-DUE') < paid) return;
    for (const part of parts) story.reverse(part, day, 'The parcel came back');
  };
  const deliver = (day: Day, isLate: boolean): void => {
    const charged = story.post(market, day, {
      what: 'DELIVERY',
      description: 'Delivery',
      journal: 'ORDERS',
      entries: [debit('CARDS-DUE', deliveryFee), credit('DELIVERY-FEES', deliveryFee)],
    });
    if (isLate)
      story.later(day, 3, (on) => {
        if (till.settled(market, 'CARDS-DUE') >= deliveryFee)
          story.reverse(charged, on, 'Came late: a part of the fee', 250n);
      });
  };
  const order = (day: Day): void => {
    const fate = fates[(orders + 1) % 20];
    const isInTwo = fate === 'two parcels' || fate === 'less';
    const wanted = isInTwo ? [parcelOf(), parcelOf()] : [parcelOf()];
    const hold = place(day, wanted);
    const [number, [one, other]] = [orders, wanted as [Parcel, Parcel?]];
    story.later(day, random.whole(2, 5), (on) => {
      if (fate === 'called off') return story.callOff(hold, on, 'The customer changed her mind');
      const parts = send(on, hold, number, one, fate !== 'two parcels');
      deliver(on, fate === 'late');
      if (fate === 'two parcels' && other)
        story.later(on, random.whole(3, 6), (then) => void send(then, hold, number, other, true));
      if (fate === 'returned') story.later(on, random.whole(3, 5), (then) => comeBack(then, parts, one));
    });
  };

  const receiveCards = (day: Day): void => {
    const gross = till.settled(market, 'CARDS-DUE');
    if (gross === 0n) return;
    const fee = shareOf(gross, 190);
    story.post(market, day, {
      what: 'ACQUIRER',
      description: 'Card acquirer, the week’s payments',
      entries: [debit('CARD-COSTS', fee), debit('BANK', gross - fee), credit('CARDS-DUE', gross)],
      through: { code: 'ACQUIRER_PAYOUT', params: { gross: decimal(gross) } },
    });
  };

  /**
   * Pays all sellers of one currency: transfers what the marketplace owes them to the ledger of that currency, and pays them from there.
   */
  const payOut = (ledger: Payout, day: Day): void => {
    const isInPounds = ledger === 'GBP-PAYOUT';
    const worth = (amount: bigint): bigint => (isInPounds ? shareOf(amount, rate) : amount);
    const known = isInPounds ? { rate: decimal(BigInt(rate), 4) } : {};
    const due = [...sellers]
      .filter(([, at]) => at === ledger)
      .map(([seller]) => ({ seller, owed: till.spendable(market, seller) }))
      .filter(({ owed }) => owed >= minPayout);
    const sum = due.reduce((all, { owed }) => all + owed, 0n);
    const paid = due.reduce((all, { owed }) => all + worth(owed), 0n);
    if (sum === 0n || till.settled(market, 'BANK') < sum) return;
    const description = `Payouts of ${day}`;
    const wire = { what: 'FUNDING', description, journal: 'PAYOUTS' };
    story.post(market, day, { ...wire, entries: [debit('FLOAT', sum), credit('BANK', sum)] });
    const average = isInPounds ? { rate: decimal((paid * 10_000n) / sum, 4) } : {};
    story.move(day, {
      what: 'FLOAT',
      from: [market, 'FLOAT', sum],
      to: [ledger, 'FLOAT', paid],
      ...average,
      description,
    });
    story.post(ledger, day, { ...wire, entries: [debit('BANK', paid), credit('FLOAT', paid)] });
    for (const { seller, owed } of due) {
      if (!opened.has(seller)) story.open(ledger, sellerAccount(seller, `Owed to ${seller}`));
      opened.add(seller);
      const amount = worth(owed);
      const ends = { from: [market, seller, owed], to: [ledger, seller, amount] } as const;
      story.move(day, { what: 'CLAIM', ...ends, ...known, description });
      story.post(ledger, day, {
        ...{ what: 'PAYOUT', description: 'Payout to a bank account', journal: 'PAYOUTS' },
        entries: [debit(seller, amount), credit('BANK', amount)],
        through: { code: 'SELLER_PAYOUT', params: { seller, amount: decimal(amount) } },
      });
    }
  };

  const spend = (ledger: string, on: Day, expense: string, amount: bigint, description: string): string =>
    story.post(ledger, on, { what: 'COST', description, entries: [debit(expense, amount), credit('BANK', amount)] });
  /** Posts the bills for the past month. */
  const endMonth = (day: Day): void => {
    const end = daysLater(firstOfMonth(day), -1);
    if (end < first) return;
    const carriers = spend(market, end, 'DELIVERY-COSTS', BigInt(parcels) * 385n + 100n, `Carriers, ${monthName(end)}`);
    // Posts the carriers' bill twice by mistake. The mistake is found on the next day.
    if (story.age(day) % 2 === 1) {
      story.later(day, 1, () => story.voided(carriers, 'Booked twice'));
      spend(market, end, 'DELIVERY-COSTS', BigInt(parcels) * 385n + 100n, `Carriers, ${monthName(end)}`);
    }
    spend(market, end, 'ADVERTISING', random.cents(60, 140), `Advertising, ${monthName(end)}`);
    for (const ledger of payouts) spend(ledger, end, 'BANK-CHARGES', 950n, `Bank charges, ${monthName(end)}`);
    parcels = 0;
  };
  const payTax = (day: Day): void => {
    const owed = till.settled(market, 'TAX-OWED');
    if (owed <= 0n) return;
    const entries = [debit('TAX-OWED', owed), credit('BANK', owed)];
    story.post(market, day, { what: 'TAX', description: `Sales tax, until ${day}`, entries });
  };

  const capital = { [market]: 6_000_000n, 'USD-PAYOUT': 100_000n, 'GBP-PAYOUT': 100_000n } as const;
  for (const ledger of [market, ...payouts] as const) {
    const entries = [debit('BANK', capital[ledger]), credit('CAPITAL', capital[ledger])];
    story.post(ledger, first, { what: 'CAPITAL', description: 'Paid-in capital', entries });
  }
  for (let founders = 12; founders > 0; founders -= 1) signUp();

  /** Creates one hold in every possible state, as an example. */
  const lastDay = (day: Day): void => {
    for (let count = 3; count > 0; count -= 1) place(day, [parcelOf()], 'at once');
    for (let count = 3; count > 0; count -= 1) place(day, [parcelOf()], 'in weeks');
    const wanted = [parcelOf(), parcelOf()] as const;
    send(day, place(day, wanted), orders, wanted[0], false);
    story.callOff(place(day, [parcelOf()]), day, 'The customer changed her mind');
  };

  return {
    day: (day) => {
      rate += random.whole(-15, 15);
      if (random.chance(3)) signUp();
      if (isDue(day, 3)) endMonth(day);
      if (isDue(day, 5)) spend(market, day, 'HOSTING', 9_000n, `Hosting, ${monthName(day)}`);
      if (isDue(day, 20)) payTax(day);
      if (isDue(day, 25)) spend(market, day, 'SALARIES', 75_000n, `Salaries, ${monthName(day)}`);
      if (weekdayOf(day) === 2) receiveCards(day);
      const week = Math.floor(Date.parse(day) / 604_800_000);
      if (weekdayOf(day) === 5 && week % 2 === 0) for (const ledger of payouts) payOut(ledger, day);
      const busy = 3 + Math.floor(story.age(day) / 5) + (isWeekend(day) ? 2 : 0);
      for (let count = random.whole(0, busy); count > 0; count -= 1) order(day);
      if (day === story.terms.until) lastDay(day);
    },
  };
};

const sellerAccount = (code: string, name: string): ReturnType<typeof accountPlan> =>
  accountPlan('liability', 'SELLERS', account(code, name, { category: 'customer', floor: 'settled' }));
