/** Starts slow test files first, even without the timings of an earlier run: a slow file that starts last would prolong the run. */
const Sequencer = require('@jest/test-sequencer').default;

const longest = [
  'api/bank-1993',
  'api/hostile-input',
  'model/model',
  'guides/',
  'api/command-line',
  'faults/',
  'api/kill-nine',
  // These are short files that take long, and without durations jest starts short files last.
  'process/',
  'contract/plans',
  'contract/journal-reader',
];

const rankOf = ({ path }) => {
  const rank = longest.findIndex((name) => path.includes(`/tests/${name}`));
  return rank < 0 ? longest.length : rank;
};

module.exports = class LongestFirst extends Sequencer {
  /** Each lane keeps its durations in a file of its own. All lanes have one `id`, which would otherwise name a single file for all. */
  _getCachePath({ config }) {
    return `${super._getCachePath({ config })}-${(config.displayName?.name ?? 'one').replaceAll(' ', '-')}`;
  }

  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b));
  }
};
