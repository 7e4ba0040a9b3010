/** The console's own routes, which sign people in and out. The app sees this file alone. */
export { isSameOrigin, sessionTokenIn } from './connection';
export { sessionExamples } from './examples';
export { consolePath, sessionRoutes } from './routes';
export { importRoutes } from './imports';
export { visitorOf } from './visitor';
export { createConsoleFiles } from './files';
