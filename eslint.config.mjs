import tseslint from 'typescript-eslint';

const houseSyntax = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
  { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
];
const houseGlobals = ['parseFloat', 'isNaN'];

/** One clock: docs/make/decisions/0028-one-clock-with-two-faces.md. */
const askTheClock = 'Ask the clock (kernel/clock), and kernel/running/event-loop for a turn of the event loop.';
const timers = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'];
const clockSyntax = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: askTheClock },
  { selector: 'CallExpression[callee.name="Date"]', message: askTheClock },
];
const clockRules = {
  'no-restricted-syntax': ['error', ...houseSyntax, ...clockSyntax],
  'no-restricted-globals': [
    'error',
    ...houseGlobals,
    ...[...timers, 'performance'].map((name) => ({ name, message: askTheClock })),
  ],
  'no-restricted-properties': [
    'error',
    ...[
      ...[...timers, 'performance'].map((property) => ({ object: 'globalThis', property })),
      { object: 'Date', property: 'now' },
      { object: 'AbortSignal', property: 'timeout' },
      { object: 'process', property: 'hrtime' },
    ].map((restricted) => ({ ...restricted, message: askTheClock })),
  ],
  'no-restricted-imports': [
    'error',
    {
      paths: ['timers', 'timers/promises', 'perf_hooks'].flatMap((name) =>
        [name, `node:${name}`].map((path) => ({ name: path, message: askTheClock })),
      ),
    },
  ],
};

/** What the house style can have a machine say: no any, no enum, no default export, no floating promise. */
export default tseslint.config(
  {
    ignores: [
      'clients/typescript/*schema.ts',
      'clients/typescript/src/generated',
      'clients/typescript/dist',
      '.tools',
      'dist',
      'node_modules',
      '.data',
      'coverage',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['src/**/*.ts', 'packages/**/*.ts', 'packages/**/*.tsx', 'tests/**/*.ts', 'clients/**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-require-imports': 'off',
      'no-restricted-syntax': ['error', ...houseSyntax],
      'no-restricted-globals': ['error', ...houseGlobals],
      'max-lines': ['error', { max: 300 }],
      eqeqeq: 'error',
    },
  },
  {
    // Benchmarks measure the machine, and the browser has a time of its own.
    files: ['src/**/*.ts', 'packages/*/src/**/*.ts'],
    ignores: [
      'src/kernel/running/system-clock.ts',
      'src/kernel/running/event-loop.ts',
      'packages/bench/src/**',
      'packages/console/src/web/**',
    ],
    rules: clockRules,
  },
  {
    // The console is of the browser: types of its own, and nothing that a text of somebody could become a program by.
    files: ['packages/console/src/web/**/*.ts', 'packages/console/src/web/**/*.tsx'],
    languageOptions: {
      parserOptions: { project: './packages/console/src/web/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-misused-promises': 'error',
      'no-eval': 'error',
      'no-restricted-syntax': [
        'error',
        ...houseSyntax,
        { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Draw elements.' },
        { selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML)$/]', message: 'Draw elements.' },
        {
          selector:
            'JSXAttribute[name.name="style"] > :matches(Literal, JSXExpressionContainer > :matches(Literal, TemplateLiteral))',
          message: 'The policy of the pages forbids styles as texts: give an object.',
        },
      ],
    },
  },
  {
    // Behind a proxy the other end of a connection is the proxy: who sends a request is decided in one place.
    files: [
      'src/app/**/*.ts',
      'packages/console/src/{index.ts,server/**/*.ts}',
      'src/kernel/http/**/*.ts',
      'src/modules/*/http/**/*.ts',
    ],
    ignores: ['src/kernel/http/sender.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...houseSyntax,
        ...clockSyntax,
        {
          selector: 'MemberExpression[property.name=/^(ip|ips|remoteAddress)$/]',
          message: 'Ask kernel/http/sender: behind a proxy the other end is the proxy.',
        },
        { selector: 'Literal[value=/^x-forwarded-/i]', message: 'Ask kernel/http/sender: anybody may send it.' },
      ],
    },
  },
  {
    // Jest loads these by their default export.
    files: ['tests/support/start-database.ts', 'tests/support/stop-database.ts', 'tests/support/stop-services.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
