/** `ledger`: the operator's command line. With --json, standard output is one JSON object and nothing else. */
// Must come first, because it has to be loaded before everything that it traces.
import { endWith, thisProcess } from './this-process';
import { program } from './cli/program';

const { streams, env, ...rest } = thisProcess;
endWith(program(process.argv.slice(2), streams, env, rest));
