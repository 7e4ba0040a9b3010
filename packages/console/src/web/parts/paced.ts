/** Repeats a request after changes, but never sends it before the last one was answered, nor sooner than a pause after it was wanted. */

/** Runs the act after a pause, and returns a function that cancels it. */
type Later = (act: () => void) => () => void;

export interface Paced {
  /** Sends the request after the pause. Further calls until then change nothing. */
  readonly want: () => void;
  /** Sends the request at once, unless one is under way. */
  readonly send: () => void;
  /** The last request was answered. If another was wanted meanwhile, it is sent after the pause. */
  readonly answered: () => void;
  readonly stop: () => void;
}

export const createPaced = (request: () => void, later: Later): Paced => {
  let cancel: (() => void) | undefined;
  let isWanted = false;
  let isUnderWay = false;
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const send = (): void => {
    stop();
    isWanted = isUnderWay;
    if (isUnderWay) return;
    isUnderWay = true;
    request();
  };
  const want = (): void => {
    isWanted = true;
    if (!isUnderWay) cancel ??= later(send);
  };
  return {
    want,
    send,
    answered: () => {
      isUnderWay = false;
      if (isWanted) want();
    },
    stop,
  };
};
