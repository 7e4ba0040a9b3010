/** The console's own routes, through which people sign in and out. The app imports only this file of the package. */
export { isSameOrigin, sessionTokenIn } from './server/connection';
export { sessionExamples } from './server/examples';
export { consolePath, sessionRoutes } from './server/routes';
export { importRoutes } from './server/imports';
export { visitorOf } from './server/visitor';
export { createConsoleFiles } from './server/files';
