/**
 * The demo business of a lender. Each loan begins with an offer, which is a hold in the encumbrance layer until the customer draws the loan
 * in full or in part, or lets the offer lapse. Instalments are collected by direct debit: they are posted as pending, and settled three
 * banking days later unless the debit bounces. Interest accrues at the end of each month. After three missed instalments in a row, the loan
 * is written off.
 */
import type { Day } from '../../../src/kernel/time';
import { bankingDay, dayOfMonth, daysLater, firstOfMonth, isDue, isWeekend, monthName, weekdayOf } from './calendar';
import { account, accountPlan, credit, debit } from './chart';
import { loanLedger, loans } from './lending-books';
import { numbered, personName } from './people';
import { decimal, shareOf } from './random';
import type { Profile, Story } from './story';

export const lending: Profile = {
  title: 'A lender: commitments, instalments, interest, losses',
  ledgers: [loanLedger],
  attributes: { purpose: 'The purpose of the loan', region: 'The customer’s country' },
  begin: (story) => beginLending(story),
};

const purposes = ['car', 'kitchen', 'moving', 'studies', 'wedding'];
const regions = ['east', 'north', 'south', 'west'];
const lateFee = 1_500n;
const maxMissed = 3;
/** The maximum number of loans in one posting of interest, a limit of the transaction code. */
const maxAccrued = 90;

/** The special outcomes of offers by their positions in each series of twelve. All other offers are drawn in full. */
const fates: Readonly<Record<number, 'less' | 'two draws' | 'called off' | 'goodwill'>> = {
  2: 'less',
  5: 'two draws',
  8: 'called off',
  11: 'goodwill',
};

interface Loan {
  readonly code: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The day of the month on which the instalment is due, from 1 to 28. */
  readonly dueDay: number;
  readonly months: number;
  readonly isBad: boolean;
  instalment: bigint;
  interestDue: bigint;
  feesDue: bigint;
  /** The number of consecutive instalments that have bounced. */
  missed: number;
  isCollecting: boolean;
}

const beginLending = (story: Story): ReturnType<Profile['begin']> => {
  const { random, till, first } = story;
  const running: Loan[] = [];
  let offers = 0;
  /** The total of all offers that are neither drawn nor cancelled, in minor units. */
  let committed = 0n;

  const balance = (code: string): bigint => till.settled(loans, code);
  const post = (
    what: string,
    day: Day,
    description: string,
    debited: string,
    credited: string,
    amount: bigint,
  ): string =>
    story.post(loans, day, { what, description, entries: [debit(debited, amount), credit(credited, amount)] });

  const offer = (
    day: Day,
    expiry: 'at once' | 'in weeks' | 'never' = 'never',
  ): { loan: Loan; hold: string } | undefined => {
    const amount = BigInt(random.whole(10, 70)) * 10_000n;
    if (balance('BANK') - committed < amount + 2_000_000n) return undefined;
    offers += 1;
    const code = numbered('LOAN', offers);
    const plan = account(code, personName(random), { category: 'customer', floor: 'settled' });
    story.open(loans, accountPlan('asset', 'LOANS', plan));
    const loan: Loan = {
      ...{ code, dueDay: Math.min(dayOfMonth(day), 28), months: random.pick([6, 12, 12, 18, 24]) },
      attributes: { purpose: random.pick(purposes), region: random.pick(regions) },
      isBad: offers % 48 === 6,
      ...{ instalment: 0n, interestDue: 0n, feesDue: 0n, missed: 0, isCollecting: false },
    };
    committed += amount;
    const hold = story.post(loans, day, {
      ...{ what: 'OFFER', description: `${code}, offered`, correlation: code, attributes: loan.attributes },
      ...{ layer: 'encumbrance', journal: 'LENDING', expiry },
      entries: [debit(code, amount), credit('BANK', amount)],
    });
    return { loan, hold };
  };
  const draw = (day: Day, loan: Loan, hold: string, part?: bigint, isFinal = true): void => {
    const left = till.leftOf(hold);
    committed -= isFinal ? left : (part ?? left);
    story.settle(hold, day, `${loan.code}, paid out`, part, isFinal);
    // The instalment is rounded up, so that the last instalment is the smallest.
    const months = BigInt(loan.months);
    loan.instalment = (balance(loan.code) + months - 1n) / months;
  };
  const lend = (day: Day): void => {
    const made = offer(day);
    if (!made) return;
    const { loan, hold } = made;
    const fate = fates[offers % 12];
    story.later(day, random.whole(3, 7), (on) => {
      const amount = till.leftOf(hold);
      if (fate === 'called off') {
        committed -= amount;
        return story.callOff(hold, on, 'The customer does not want it any more');
      }
      if (fate === 'less') draw(on, loan, hold, shareOf(amount, 7_000));
      else if (fate === 'two draws') draw(on, loan, hold, shareOf(amount, 5_000), false);
      else draw(on, loan, hold);
      if (fate === 'two draws') story.later(on, random.whole(4, 9), (then) => draw(then, loan, hold));
      running.push(loan);
      const fee = post(
        'ARRANGED',
        on,
        `${loan.code}, arrangement fee`,
        'BANK',
        'ARRANGEMENT-FEES',
        shareOf(amount, 200),
      );
      if (fate === 'goodwill')
        story.later(on, 4, (then) =>
          story.reverse(fee, then, 'Half of the fee, for a late payout', shareOf(amount, 100)),
        );
    });
  };

  /** Collects one instalment, together with missed instalments and all interest that is due. */
  const collect = (day: Day, loan: Loan): void => {
    const { code, interestDue: interest } = loan;
    const asked = loan.instalment * BigInt(1 + loan.missed);
    const principal = asked < balance(code) ? asked : balance(code);
    const params = { loan: code, principal: decimal(principal), interest: decimal(interest) };
    const hold = story.post(loans, day, {
      ...{
        what: 'DEBIT',
        description: `${code}, instalment announced`,
        correlation: code,
        attributes: loan.attributes,
      },
      ...{ layer: 'pending', journal: 'COLLECTIONS' },
      entries: [
        debit('BANK', principal + interest),
        credit(code, principal),
        ...(interest > 0n ? [credit('INTEREST-DUE', interest)] : []),
      ],
      ...(interest > 0n ? { through: { code: 'INSTALMENT', params } } : {}),
    });
    loan.isCollecting = true;
    story.later(day, weekdayOf(day) < 3 ? 3 : 5, (on) => {
      loan.isCollecting = false;
      if (random.chance(loan.isBad ? 85 : 3)) return bounce(on, loan, hold);
      story.settle(hold, on, `${code}, instalment`);
      loan.interestDue -= interest;
      loan.missed = 0;
      if (loan.feesDue > 0n) post('FEE-PAID', on, `${code}, late fees`, 'BANK', 'FEES-DUE', loan.feesDue);
      loan.feesDue = 0n;
      if (balance(code) === 0n) running.splice(running.indexOf(loan), 1);
    });
  };
  const bounce = (day: Day, loan: Loan, hold: string): void => {
    story.callOff(hold, day, 'The direct debit bounced');
    loan.missed += 1;
    if (loan.missed >= maxMissed) return writeOff(day, loan);
    loan.feesDue += lateFee;
    post('LATE', day, `${loan.code}, late fee`, 'FEES-DUE', 'LATE-FEES', lateFee);
  };
  const writeOff = (day: Day, loan: Loan): void => {
    const { code, interestDue, feesDue } = loan;
    const principal = balance(code);
    const lacking = principal - balance('ALLOWANCE');
    if (lacking > 0n) post('PROVISION', day, `${code}, provision`, 'CREDIT-LOSSES', 'ALLOWANCE', lacking);
    story.post(loans, day, {
      ...{ what: 'WRITE-OFF', description: `${code}, written off`, correlation: code },
      entries: [debit('ALLOWANCE', principal), credit(code, principal)],
      through: { code: 'WRITE_OFF', params: { loan: code, principal: decimal(principal) } },
    });
    if (interestDue > 0n)
      post('GIVEN-UP', day, `${code}, interest given up`, 'INTEREST-INCOME', 'INTEREST-DUE', interestDue);
    if (feesDue > 0n) post('GIVEN-UP', day, `${code}, fees given up`, 'LATE-FEES', 'FEES-DUE', feesDue);
    running.splice(running.indexOf(loan), 1);
    story.later(
      day,
      40,
      (on) => void post('RECOVERY', on, `${code}, recovered`, 'BANK', 'RECOVERIES', shareOf(principal, 800)),
    );
  };

  /** Accrues one percent of interest per month. A loan with two missed instalments accrues no further interest. */
  const accrue = (end: Day): void => {
    const earning = running
      .filter(({ missed, isCollecting }) => missed < 2 && !isCollecting)
      .map((loan) => ({ loan, interest: shareOf(balance(loan.code), 100) }))
      .filter(({ interest }) => interest > 0n);
    for (let from = 0; from < earning.length; from += maxAccrued) {
      const some = earning.slice(from, from + maxAccrued);
      const sum = some.reduce((all, { interest }) => all + interest, 0n);
      story.post(loans, end, {
        ...{ what: 'ACCRUAL', description: `Interest of ${monthName(end)}`, journal: 'CLOSING' },
        entries: [...some.map(({ interest }) => debit('INTEREST-DUE', interest)), credit('INTEREST-INCOME', sum)],
        through: {
          code: 'INTEREST_ACCRUAL',
          params: {
            month: monthName(end),
            loans: some.map(({ loan, interest }) => ({ loan: loan.code, interest: decimal(interest) })),
          },
        },
      });
      for (const { loan, interest } of some) loan.interestDue += interest;
    }
  };
  /** Sets the allowance for loan losses to two percent of all loans, plus thirty percent of the loans in arrears. */
  const provide = (end: Day): void => {
    const sumOf = (some: readonly Loan[]): bigint => some.reduce((sum, { code }) => sum + balance(code), 0n);
    const wanted = shareOf(sumOf(running), 200) + shareOf(sumOf(running.filter(({ missed }) => missed > 0)), 3_000);
    const more = wanted - balance('ALLOWANCE');
    const description = `Allowance, ${monthName(end)}`;
    if (more > 0n) post('PROVISION', end, description, 'CREDIT-LOSSES', 'ALLOWANCE', more);
    if (more < 0n) post('PROVISION', end, description, 'ALLOWANCE', 'CREDIT-LOSSES', -more);
  };
  const endMonth = (day: Day): void => {
    const end = daysLater(firstOfMonth(day), -1);
    if (end < first) return;
    accrue(end);
    provide(end);
    const charges = post('COST', end, `Bank charges, ${monthName(end)}`, 'BANK-CHARGES', 'BANK', 3_200n);
    // Posts the bank charges twice by mistake. The mistake is found on the next day, and one posting is voided.
    if (story.age(day) % 2 === 1) {
      story.later(day, 1, () => story.voided(charges, 'Booked twice'));
      post('COST', end, `Bank charges, ${monthName(end)}`, 'BANK-CHARGES', 'BANK', 3_200n);
    }
    post('COST', end, `Credit bureau, ${monthName(end)}`, 'SCORING', 'BANK', random.cents(60, 140));
  };
  const monthlyPayments = (day: Day): void => {
    if (isDue(day, 25)) post('COST', day, `Salaries, ${monthName(day)}`, 'SALARIES', 'BANK', 60_000n);
    if (isDue(day, 28))
      post(
        'COUPON',
        day,
        `Interest to investors, ${monthName(day)}`,
        'FUNDING-COST',
        'BANK',
        shareOf(balance('NOTES'), 35),
      );
    if (isDue(day, 2) && balance('BANK') < 6_000_000n)
      post('NOTES', day, 'Notes, another issue', 'BANK', 'NOTES', 8_000_000n);
  };

  post('CAPITAL', first, 'Paid-in capital', 'BANK', 'CAPITAL', 10_000_000n);
  post('NOTES', first, 'Notes, the first issue', 'BANK', 'NOTES', 12_000_000n);
  for (let count = 14; count > 0; count -= 1) lend(first);

  /** Creates one hold in every possible state, as an example. */
  const lastDay = (day: Day): void => {
    for (let count = 3; count > 0; count -= 1) offer(day, 'at once');
    for (let count = 3; count > 0; count -= 1) offer(day, 'in weeks');
    const [half, off] = [offer(day), offer(day)];
    if (half) draw(day, half.loan, half.hold, shareOf(till.leftOf(half.hold), 5_000), false);
    if (off) story.callOff(off.hold, day, 'The customer does not want it any more');
  };

  return {
    day: (day) => {
      if (isDue(day, 4)) endMonth(day);
      monthlyPayments(day);
      if (!isWeekend(day))
        for (let count = random.whole(0, 1 + Math.floor(story.age(day) / 8)); count > 0; count -= 1) lend(day);
      for (const loan of [...running])
        if (
          day === bankingDay(daysLater(firstOfMonth(day), loan.dueDay - 1)) &&
          !loan.isCollecting &&
          loan.instalment > 0n
        )
          collect(day, loan);
      if (day === story.terms.until) lastDay(day);
    },
  };
};
