/** Ends the services of test files that ran in jest's own process, for runs without a database. */
import { closeSharedServices } from './shared-service';

export default closeSharedServices;
