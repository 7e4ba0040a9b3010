/** `ledger`: the operator's command line. With --json, standard output is one JSON object and nothing else. */
// First, so that it sees everything else being loaded.
import './telemetry';
import { createProgram } from './cli/program';
import { giveUp } from './reason';

createProgram().parseAsync().catch(giveUp);
