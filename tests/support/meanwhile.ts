/**
 * Wraps a store so that other work runs between a use case's read and its write: before the first call of `method`, `meanwhile` runs to its
 * end. Later calls go straight to the store.
 */
export const withMeanwhile = <S extends object>(store: S, method: keyof S, meanwhile: () => Promise<unknown>): S => {
  let isOver = false;
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...sent: unknown[]): Promise<unknown> => {
        if (name === method && !isOver) {
          isOver = true;
          await meanwhile();
        }
        return (member as (...all: unknown[]) => unknown).apply(target, sent);
      };
    },
  });
};
