import fc from 'fast-check';
import type { ImportFormat } from '@/lib/contract/import';
import { readImport } from '@/server/import/formats/read-import';
import {
  formatDataHeading,
  formatDataLine,
  formatDataRecord,
  formatListEntry,
  formatListHead,
  formatListSection,
} from '@/server/presenters/open-data';
import { slugify } from '@/server/text/slug';

const piece = fc.constantFrom(
  ...[
    'a',
    'B',
    'Größe',
    '工具',
    '🚀',
    ' ',
    '=',
    '+',
    '-',
    '@',
    "'",
    "'=",
    '%',
    '|',
    '"',
    '""',
    ',',
    ';',
    '\\',
    '/',
    ' / ',
  ],
  ...['*', '_', '`', '[x](y)', '<b>', '#', '&amp;', '!', '~', '1', '5"', 'http://x.example', ': ', '–', '。'],
);
const text = (maxLength: number) =>
  fc
    .array(piece, { minLength: 1, maxLength })
    .map((pieces) => pieces.join('').replace(/\s+/g, ' ').trim())
    .filter((said) => /[\p{L}\p{N}]/u.test(said));
const description = fc
  .array(fc.oneof(text(6), fc.constantFrom('', '- item', '> quote', '```', '# Head')), { maxLength: 6 })
  .map((lines) => lines.join('\n').trim());
const tag = fc
  .array(fc.oneof(text(2), fc.constantFrom('; ', '\\;', ' / ')), { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join('').trim())
  .filter((name) => /[\p{L}\p{N}]/u.test(name));
const row = fc.record({
  name: text(6),
  url: fc.constantFrom(
    'https://a.example.com',
    'https://b.example.com/x_(y)?q=1&r=2#top',
    'https://c.example.com/%7e',
  ),
  tagline: text(10),
  description,
  tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 4 }),
  slug: fc.constantFrom('other-slug', 'widget-2'),
  listedAt: fc.constantFrom('2024-01-02T03:04:05.678Z', '2020-12-31T23:59:59.000Z'),
});
type Row = Omit<typeof row extends fc.Arbitrary<infer T> ? T : never, 'slug'> & { slug: string };

/** @param pieceChars the content comes in pieces of this size. */
async function read(format: ImportFormat, content: string, pieceChars = content.length) {
  async function* pieces() {
    for (let at = 0; at < content.length; at += pieceChars)
      yield await Promise.resolve(content.slice(at, at + pieceChars));
  }
  const found = [];
  for await (const line of readImport(format, pieces())) if (line.kind !== 'part') found.push(line);
  return found;
}

const dataRow = (fields: Row) => ({ id: '1', values: [], ...fields });
const expected = ({ name, url, tagline, description: said, tags, slug, listedAt }: Row) => ({
  kind: 'entry',
  ...{ name, url, text: tagline, description: said, tags, slug, listedAt: new Date(listedAt) },
});

const forms = [
  ['jsonl', (fields: Row) => formatDataLine(dataRow(fields), [])],
  ['csv', (fields: Row) => formatDataHeading([]) + formatDataRecord(dataRow(fields), [])],
  [
    'directory',
    (fields: Row) =>
      formatListHead({ siteName: 'Tools', siteDescription: 'All of them', dataLicenseURL: undefined }) +
      formatListSection(fields.tags[0] ?? '') +
      formatListEntry(dataRow(fields), []),
  ],
] as const;

it.each(forms)(
  'reads from an export as %s what was written, in pieces of any size',
  async (format, write) => {
    await fc.assert(
      fc.asyncProperty(row, fc.integer({ min: 1, max: 300 }), async (fields, pieceChars) => {
        expect(await read(format, write(fields), pieceChars)).toEqual([
          expect.objectContaining(expected(fields)),
        ]);
      }),
      { numRuns: 400 },
    );
  },
);

it.each(forms)('reads from an export as %s a description of 2,500 lines', async (format, write) => {
  const fields: Row = {
    ...{ name: 'Ada', url: 'https://a.example.com', tagline: 'A "text"', tags: ['T'], slug: 'other-slug' },
    description: Array.from({ length: 2_500 }, (_, nth) => (nth % 3 === 0 ? '"' : 'x')).join('\n'),
    listedAt: '2024-01-02T03:04:05.678Z',
  };
  expect(await read(format, write(fields))).toEqual([expect.objectContaining(expected(fields))]);
});

it('writes the slug of an entry into the list only where its name would give another', () => {
  const fields = {
    ...dataRow({
      name: 'Widget',
      url: 'https://a.example.com',
      tagline: 'A',
      description: '',
      tags: ['T'],
      slug: 'widget',
      listedAt: '2024-01-02T03:04:05.678Z',
    }),
  };
  expect(formatListEntry({ ...fields, slug: slugify('Widget') }, [])).not.toContain('Slug');
  expect(formatListEntry({ ...fields, slug: 'widget-2' }, [])).toContain('\n  - Slug: widget-2\n');
});
