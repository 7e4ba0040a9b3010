/** Files that take long begin first, also where no run before told how long: one that began last would run on alone. */
const Sequencer = require('@jest/test-sequencer').default;

const longest = [
  'api/bank-1993',
  'api/hostile-input',
  'model/model',
  'guides/',
  'api/command-line',
  'faults/',
  'api/kill-nine',
];

const rankOf = ({ path }) => {
  const rank = longest.findIndex((name) => path.includes(`/tests/${name}`));
  return rank < 0 ? longest.length : rank;
};

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rankOf(a) - rankOf(b));
  }
};
