/** `ledger`: the operator's command line. With --json, standard output is one JSON object and nothing else. */
// This import comes first: OpenTelemetry can trace only modules that are loaded after it.
import { endWith, thisProcess } from './this-process';
import { program } from './cli/program';

const { streams, env, ...rest } = thisProcess;
endWith(program(process.argv.slice(2), streams, env, rest));
