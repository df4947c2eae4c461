import { readdirSync, readFileSync } from 'node:fs';

/**
 * The sign-in modal and the list of identities move the focus themselves; an account that is about to be deleted, and a
 * picker that is full, cannot be used at all.
 */
const OTHERS = new Set([
  'components/sign-in/sign-in-modal.tsx',
  'components/sign-in/redirect-fallback.tsx',
  'components/account/identity-list.tsx',
  'components/account/avatar-field.tsx',
  'components/account/profile-settings.tsx',
  'components/products/forms/product-picker.tsx',
]);

test('no button becomes disabled while something is under way: it would lose the focus', () => {
  const files = ['components', 'pages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => `${folder}/${path}`),
  );
  const found = files.filter(
    (path) => !OTHERS.has(path) && /(?<![-\w])disabled=\{(?!rest\.)/.test(readFileSync(path, 'utf8')),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
