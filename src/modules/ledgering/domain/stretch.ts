/**
 * Stretches of the log whose changes to the books are stored as sums (migrations/0011). A stretch of level 0 has 65,536 events; a stretch
 * of each higher level consists of eight stretches of the level below. So the books at any sequence are a few sums, plus or minus the
 * events of at most half a stretch.
 */

export interface Stretch {
  /** The level of the stretch: 0 for a stretch of events. Eight stretches of a level form one of the next level. */
  readonly level: number;
  /** The sequence before the first event of the stretch. */
  readonly after: bigint;
  /** The sequence of the last event of the stretch. */
  readonly through: bigint;
  /** The posting sequence of the last transaction that was posted up to the end of the stretch. */
  readonly transactionsThrough: bigint;
}

export interface StretchSizes {
  readonly events: bigint;
  readonly stretches: number;
}

export const stretchSizes: StretchSizes = { events: 65_536n, stretches: 8 };

/**
 * Returns the next stretch to sum: lower levels come first, and within a level older stretches. Undefined if all complete stretches are
 * summed.
 */
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

/** The summed stretches to add up, and the remaining events to add or subtract. */
export interface Cover {
  readonly stretches: readonly Stretch[];
  /** The remaining events: to subtract if `isTooMuch` is true, otherwise to add. `after` equals `through` if there are none. */
  readonly rest: { readonly after: bigint; readonly through: bigint; readonly isTooMuch: boolean };
}

/** Returns the stretches whose sums lead to the books at a sequence, chosen so that as few events as possible remain. */
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

/** Returns the known stretches that begin immediately after the sequence `place`, the longest first. */
const beginningAt = (known: readonly Stretch[], place: bigint): readonly Stretch[] =>
  known.filter(({ after }) => after === place).toSorted((one, other) => other.level - one.level);
