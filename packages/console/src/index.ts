/** The console's own routes, which sign people in and out. The app sees this file alone. */
export { isSameOrigin, sessionTokenIn } from './server/connection';
export { sessionExamples } from './server/examples';
export { consolePath, sessionRoutes } from './server/routes';
export { importRoutes } from './server/imports';
export { visitorOf } from './server/visitor';
export { createConsoleFiles } from './server/files';
