/** Ends the services that tests in jest's own process have left, where no database was started. */
import { closeSharedServices } from './shared-service';

export default closeSharedServices;
