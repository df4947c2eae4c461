import { readdirSync } from 'node:fs';
import { createPageKeyReader } from '@/host/pages/page-key';

const readKey = createPageKeyReader({
  ...{ buildId: 'build', noun: () => 'tool', filterFields: [] },
  isOwnPage: (path) => path === '/tool',
  isMissing: () => false,
  checkCursor: () => 'signed',
});

/** A value for each part of a path that is in brackets. */
const PARTS: Readonly<Record<string, string>> = {
  noun: 'tool',
  slug: 'figgle',
  slugs: 'figgle-vs-other',
  period: 'week',
  handle: 'ada',
  section: 'reports',
};

/** `_app`, `_document` and `_error` are no pages. */
const files = readdirSync('pages', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[^_]+\.tsx$/.test(file),
);

it.each(files)('pages/%s has a key, so that it is rendered once for everyone', (file) => {
  const name = file.replace(/(^|\/)index\.tsx$|\.tsx$/, '');
  const path = `/${name.replace(/\[(\w+)\]/g, (_, part: string) => PARTS[part] ?? `no part ${part}`)}`;
  expect(readKey(path)).toMatchObject({ kind: 'page', path });
});

it('finds the pages', () => {
  expect(files.length).toBeGreaterThan(25);
});
