import next from 'eslint-config-next/core-web-vitals';
import tseslint from 'typescript-eslint';

const config = [
  { ignores: ['.next/**', 'dist/**', 'data/**', 'next-env.d.ts', 'test-results/**'] },
  ...next,
  ...tseslint.configs.strictTypeChecked.map((entry) => ({ ...entry, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Without it `try { return send() } catch` never catches.
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'import/no-anonymous-default-export': 'off',
      'no-console': 'error',
      // Names and slugs are intentionally cut and counted by code point.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    },
  },
  { files: ['**/*.{ts,tsx,js,cjs}'], rules: { 'max-lines': ['error', 250] } },
  {
    // React's event props take functions that may return a promise.
    files: ['components/**/*.tsx', 'pages/**/*.tsx', 'hooks/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    // Jest's asymmetric matchers are of type any.
    files: ['__tests__/**'],
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    // Terminal commands print to the terminal.
    files: [
      'server/cli/**',
      'host/**',
      '__tests__/setup/**',
      '__tests__/{bench,drill,fixtures}/**',
      '__tests__/run.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['pages/**', 'components/**', '__tests__/**'],
    rules: {
      // Links are plain anchors; see hooks/use-client-links.ts.
      '@next/next/no-html-link-for-pages': 'off',
      // next/image writes a style attribute, which a strict content security policy refuses.
      '@next/next/no-img-element': 'off',
    },
  },
];
export default config;
