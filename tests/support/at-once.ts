/** Does all the work, at most `inFlight` pieces at a time. Returns the answers in the order of the pieces. */
export const atOnce = async <A, B>(
  inFlight: number,
  pieces: readonly A[],
  work: (piece: A) => Promise<B>,
): Promise<B[]> => {
  const answers: B[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < pieces.length; index = next++) answers[index] = await work(pieces[index] as A);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return answers;
};
