import tseslint from 'typescript-eslint';

/** What the house style can have a machine say: no any, no enum, no default export, no floating promise. */
export default tseslint.config(
  { ignores: ['clients/typescript/schema.ts', 'dist', 'node_modules', '.data', 'coverage'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['src/**/*.ts', 'tests/**/*.ts', 'clients/**/*.ts'],
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { project: './tsconfig.check.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-require-imports': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
      ],
      'no-restricted-globals': ['error', 'parseFloat', 'isNaN'],
      'max-lines': ['error', { max: 300 }],
      eqeqeq: 'error',
    },
  },
  {
    // Jest loads these two by their default export.
    files: ['tests/support/start-database.ts', 'tests/support/stop-database.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
