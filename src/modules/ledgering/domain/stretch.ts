/**
 * Stretches of the log whose changes to the books are stored as sums (migrations/0011): 65,536 events each, then eight of these, then eight
 * of those, and so on. So the books at any sequence are a few sums and at most the events of half a stretch.
 */

export interface Stretch {
  /** The level: 0 for a stretch of events; eight stretches of a level are one of the next. */
  readonly level: number;
  /** The sequence of the event before its first. */
  readonly after: bigint;
  /** The sequence of its last event. */
  readonly through: bigint;
  /** The posting sequence of the last transaction that had been posted by then. */
  readonly transactionsThrough: bigint;
}

export interface StretchSizes {
  readonly events: bigint;
  readonly stretches: number;
}

export const stretchSizes: StretchSizes = { events: 65_536n, stretches: 8 };

/** Returns the next stretch to sum, lower levels first and older ones first; undefined if all complete stretches are summed. */
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

/** The sums to add up, and the events that they lack or have too many. */
export interface Cover {
  readonly stretches: readonly Stretch[];
  /** The remaining events to add, or to subtract if `isTooMuch`. `after` equals `through` if there are none. */
  readonly rest: { readonly after: bigint; readonly through: bigint; readonly isTooMuch: boolean };
}

/** Returns sums that cover the events up to that sequence, with as few remaining events as possible. */
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

/** The known stretches that begin there, the longest first. */
const beginningAt = (known: readonly Stretch[], place: bigint): readonly Stretch[] =>
  known.filter(({ after }) => after === place).toSorted((one, other) => other.level - one.level);
