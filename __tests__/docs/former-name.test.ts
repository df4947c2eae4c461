import { readdirSync, readFileSync } from 'node:fs';
import { CODE_FOLDERS } from '@/host/texts/code-folders';

/** Where the former name of the product stays, and why. */
const KEPT: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'says that the name has changed',
  'docs/upgrading.md': 'says what keeps the former name',
  'lib/contract/claim.ts': 'reads what members have published under it',
  'server/images/image-store-file.ts': 'reads images that were stored under it',
  '__tests__/setup/honest-claim-sites.ts': 'tests the former token',
  '__tests__/server/images/image-store-file.test.ts': 'tests the former mark',
  '__tests__/docs/former-name.test.ts': 'this file',
};

const FOLDERS = [...CODE_FOLDERS, 'docs', 'public', 'styles', '__tests__'];
const OTHERS = readdirSync('.', { withFileTypes: true })
  // Settings of one's own may name an older database.
  .filter(({ name }) => name !== 'tsconfig.tsbuildinfo' && !/^\.env(?!\.example$)/.test(name))
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const files = [
  ...OTHERS,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`),
  ),
];

it('no file has the former name of the product, but where an old file or token is read', () => {
  // Letters of other files, such as pictures, may spell anything.
  const texts = files.filter((file) => !/\.(?:png|ico|woff2|wasm|avif|webp|jpg|gz)$/.test(file));
  const named = texts.filter((file) => /sprig/i.test(file) || /sprig/i.test(readFileSync(file, 'latin1')));
  expect(named.filter((file) => !/^server\/db\/migrations\//.test(file)).toSorted()).toEqual(
    Object.keys(KEPT).toSorted(),
  );
});
