/** The console's own routes: who is signed in, and how. The app sees this file alone. */
export { isSameOrigin, sessionTokenIn } from './connection';
export { sessionExamples } from './examples';
export { consolePath, sessionRoutes } from './routes';
export { visitorOf } from './visitor';
export { createConsoleFiles } from './files';
