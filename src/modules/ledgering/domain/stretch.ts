/**
 * Stretches of the log whose changes to the books are kept as sums (migrations/0011): 65,536 events each, and eight of them as one,
 * and eight of those, so that any place of the log is a few sums and the events of half a stretch away from its beginning.
 */

export interface Stretch {
  /** 0 for a stretch of events; eight stretches of a level are one of the next. */
  readonly level: number;
  /** The event before its first. */
  readonly after: bigint;
  /** Its last event. */
  readonly through: bigint;
  /** The last transaction that had been posted by then, in posting order. */
  readonly transactionsThrough: bigint;
}

export interface StretchSizes {
  readonly events: bigint;
  readonly stretches: number;
}

export const stretchSizes: StretchSizes = { events: 65_536n, stretches: 8 };

/** The stretch to be summed next, where one is over that was not summed: lower levels first, older ones first. */
export const nextStretch = (
  known: readonly Stretch[],
  head: bigint,
  { events, stretches }: StretchSizes,
): Pick<Stretch, 'level' | 'after' | 'through'> | undefined => {
  const summed = new Set(known.map(({ level, through }) => `${level} ${through}`));
  for (let level = 0, size = events; size <= head; level++, size *= BigInt(stretches))
    for (let through = size; through <= head; through += size)
      if (!summed.has(`${level} ${through}`)) return { level, after: through - size, through };
  return undefined;
};

/** Sums that are to be added up, and the events that they leave over, or hold too many. */
export interface Cover {
  readonly stretches: readonly Stretch[];
  /** To be added; where `isTooMuch`, to be taken away. Both ends are the same where nothing is left over. */
  readonly rest: { readonly after: bigint; readonly through: bigint; readonly isTooMuch: boolean };
}

/** How the changes of all events up to that one are made up of sums, with as few events beside them as there can be. */
export const coverOf = (known: readonly Stretch[], sequence: bigint): Cover => {
  const stretches: Stretch[] = [];
  let end = 0n;
  for (;;) {
    const beginning = beginningAt(known, end);
    const whole = beginning.find(({ through }) => through <= sequence);
    if (whole) {
      stretches.push(whole);
      end = whole.through;
      continue;
    }
    const around = beginning.at(-1);
    if (!around || around.through - sequence > sequence - end)
      return { stretches, rest: { after: end, through: sequence, isTooMuch: false } };
    return {
      stretches: [...stretches, around],
      rest: { after: sequence, through: around.through, isTooMuch: true },
    };
  }
};

/** The longest first. */
const beginningAt = (known: readonly Stretch[], place: bigint): readonly Stretch[] =>
  known.filter(({ after }) => after === place).toSorted((one, other) => other.level - one.level);
