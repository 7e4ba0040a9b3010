import { Unavailable } from '../../../src/kernel/refusal';
import { createBatchLoader } from '../../../src/modules/access/application/batch-loader';

const generous = { maxRunning: 1, maxTogether: 100, maxWaiting: 100 };

/** A store that answers each list of questions when the test tells it to. */
const slowStore = () => {
  const asked: { readonly questions: readonly string[]; answer(): void; fail(error: Error): void }[] = [];
  const answerAll = (questions: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    new Promise((resolve, reject) => {
      asked.push({
        questions,
        answer: () => resolve(new Map(questions.filter((q) => q !== 'nobody').map((q) => [q, `answer to ${q}`]))),
        fail: reject,
      });
    });
  return { asked, answerAll, askedFor: () => asked.map(({ questions }) => questions) };
};

describe('the batch loader', () => {
  test('sends the first question at once, and the later ones together', async () => {
    const { asked, answerAll, askedFor } = slowStore();
    const ask = createBatchLoader(answerAll, generous);
    const answers = Promise.all([ask('a'), ask('b'), ask('nobody')]);
    expect(askedFor()).toEqual([['a']]);
    asked[0]?.answer();
    await ask('a');
    expect(askedFor()).toEqual([['a'], ['b', 'nobody']]);
    asked[1]?.answer();
    expect(await answers).toEqual(['answer to a', 'answer to b', undefined]);
  });

  test('sends equal waiting questions once, and a later one again', async () => {
    const { asked, answerAll, askedFor } = slowStore();
    const ask = createBatchLoader(answerAll, generous);
    const answers = Promise.all([ask('a'), ask('a'), ask('a')]);
    asked[0]?.answer();
    expect(await answers).toEqual(['answer to a', 'answer to a', 'answer to a']);
    void ask('a');
    expect(askedFor()).toEqual([['a'], ['a']]);
  });

  test('keeps its limits of running batches and of questions in a batch', async () => {
    const { asked, answerAll, askedFor } = slowStore();
    const ask = createBatchLoader(answerAll, { maxRunning: 2, maxTogether: 2, maxWaiting: 100 });
    const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
    expect(askedFor()).toEqual([['a'], ['b']]);
    for (let next = 0; next < 4; next++) {
      asked[next]?.answer();
      await new Promise(setImmediate);
    }
    expect(askedFor()).toEqual([['a'], ['b'], ['c', 'd'], ['e']]);
    expect(await answers).toHaveLength(5);
  });

  test('fails the questions of a failed batch, and no later ones', async () => {
    const { asked, answerAll } = slowStore();
    const ask = createBatchLoader(answerAll, generous);
    const failed = expect(ask('a')).rejects.toThrow('away');
    asked[0]?.fail(new Error('away'));
    await failed;
    const answer = ask('a');
    asked[1]?.answer();
    expect(await answer).toBe('answer to a');
  });

  test('refuses a new question when too many wait', async () => {
    const ask = createBatchLoader(slowStore().answerAll, { ...generous, maxWaiting: 1 });
    void ask('running');
    void ask('waiting');
    await expect(ask('newcomer')).rejects.toBeInstanceOf(Unavailable);
  });
});
