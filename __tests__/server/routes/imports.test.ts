import { eq } from 'drizzle-orm';
import { IMPORT_LIMITS } from '@/lib/contract/import';
import { importEntries, importSources } from '@/server/db/schema/import-schema';
import { products, tags } from '@/server/db/schema';
import { buildProduct } from '../../setup/build';
import { markdownList, setUpImportCalls } from '../../setup/import-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator, auditLog, searchIds } = setUpModerationCalls(api);
const calls = setUpImportCalls(api);

const listedNames = async () =>
  (await api.db.select().from(products).where(eq(products.status, 'approved')).orderBy(products.id)).map(
    ({ name }) => name,
  );
const tagCounts = async () =>
  Object.fromEntries(
    (await api.db.select().from(tags)).map(({ slug, productCount }) => [slug, productCount]),
  );

it('shows what a list would do, does exactly that, and logs who has started it', async () => {
  const moderator = await buildModerator('mo');
  await buildProduct(api.db, {
    name: 'Vim',
    url: 'https://vim.example',
    canonicalURL: 'https://vim.example',
    tagline: 'An earlier tagline',
    tags: ['Editors'],
  });
  await buildProduct(api.db, {
    name: 'Emacs',
    url: 'https://emacs.example',
    canonicalURL: 'https://emacs.example',
    tagline: 'Emacs is a tool for texts.',
    description: '',
    tags: ['Editors'],
  });
  await buildProduct(api.db, {
    name: 'Ed',
    url: 'https://ed.example',
    canonicalURL: 'https://ed.example',
    status: 'rejected',
    approvedAt: null,
  });

  const content = `${markdownList(['Vim', 'Emacs', 'Ed', 'Nano'])}\n- [Broken](ftp://x.example) - No web link at all.`;
  const preview = await calls.preview(moderator, content);

  expect(preview).toMatchObject({
    sourceName: 'list.md',
    format: 'markdown',
    state: 'ready',
    moderatorHandle: 'mo',
    entryCount: 5,
    counts: { added: 1, updated: 1, listed: 1, skipped: 2 },
    found: { tags: [{ name: 'Editors', count: 4 }] },
    undoableUntil: null,
  });
  expect((await calls.entries(moderator, preview.id, 'updated')).entries).toMatchObject([
    { line: 3, product: { name: 'Vim' }, changes: ['tagline'] },
  ]);
  expect((await calls.entries(moderator, preview.id, 'skipped')).entries).toMatchObject([
    { line: 5, product: { name: 'Ed' }, reason: 'It was submitted before and rejected.' },
    { line: 7, product: null },
  ]);
  expect(await listedNames()).toEqual(['Vim', 'Emacs']);
  expect(await auditLog()).toEqual([]);

  expect(calls.detailsOf(await calls.start(moderator, preview.id))).toMatchObject({
    state: 'importing',
    counts: { added: 0, skipped: 1 },
  });
  await calls.work();

  expect(await calls.find(moderator, preview.id)).toMatchObject({
    state: 'imported',
    counts: preview.counts,
  });
  expect(await listedNames()).toEqual(['Vim', 'Emacs', 'Nano']);
  expect(await tagCounts()).toEqual({ editors: 3 });
  expect(await auditLog()).toMatchObject([
    { action: 'import.start', actorHandle: 'mo', details: { import: preview.id } },
  ]);
  expect(await api.db.select().from(importSources)).toEqual([]);
  expect((await calls.start(moderator, preview.id)).status).toBe(409);
  expect((await calls.map(moderator, preview.id, { tags: [] })).status).toBe(409);
});

it('undoes an import: removes what it added, restores what it changed, and keeps what others have used since', async () => {
  const moderator = await buildModerator('mo');
  const reader = await buildModerator('reader');
  const vim = await buildProduct(api.db, {
    name: 'Vim',
    url: 'https://vim.example',
    canonicalURL: 'https://vim.example',
    tagline: 'An earlier tagline',
    tags: ['Old'],
  });
  const before = (await api.db.select().from(products).where(eq(products.id, vim.id)))[0];
  const { id } = await calls.preview(moderator, markdownList(['Vim', 'Nano', 'Pico', 'Ed']));
  await calls.start(moderator, id);
  await calls.work();
  expect(await searchIds('nano')).toHaveLength(1);
  expect(await tagCounts()).toEqual({ editors: 4, old: 1 });
  const [pico] = await api.db.select().from(products).where(eq(products.slug, 'pico'));
  const upvote = `/api/user/private/upvotes/${pico?.id}`;
  expect((await api.request('PUT', upvote, { headers: reader.headers })).status).toBe(200);

  expect((await calls.undo(moderator, id)).status).toBe(200);
  expect((await calls.undo(moderator, id)).status).toBe(409);
  await calls.work();

  expect(await calls.find(moderator, id)).toMatchObject({
    state: 'undone',
    undone: { removed: 2, restored: 1, kept: { upvoted: 1 } },
    undoableUntil: null,
  });
  expect(await listedNames()).toEqual(['Vim', 'Pico']);
  const after = (await api.db.select().from(products).where(eq(products.id, vim.id)))[0];
  expect(after).toMatchObject({
    name: before?.name,
    tagline: before?.tagline,
    description: before?.description,
    slug: before?.slug,
  });
  expect(await tagCounts()).toEqual({ editors: 1, old: 1 });
  expect(await searchIds('nano')).toEqual([]);
  expect((await api.request('GET', '/api/products/nano')).status).toBe(404);
  expect((await auditLog()).map(({ action }) => action)).toEqual(['import.start', 'import.undo']);
  const again = await calls.preview(moderator, markdownList(['Nano', 'Ed']));
  expect(again.counts).toEqual({ added: 2, updated: 0, listed: 0, skipped: 0 });
});

it('keeps texts that were changed after the import, and restores the others', async () => {
  const moderator = await buildModerator();
  const vim = await buildProduct(api.db, {
    name: 'Vim Editor',
    url: 'https://vim.example',
    canonicalURL: 'https://vim.example',
    tagline: 'An earlier tagline',
    tags: ['Editors'],
  });
  const { id } = await calls.preview(moderator, markdownList(['Vim']));
  await calls.start(moderator, id);
  await calls.work();
  await api.db
    .update(products)
    .set({ tagline: 'A later tagline of a moderator' })
    .where(eq(products.id, vim.id));
  await calls.undo(moderator, id);
  await calls.work();
  expect((await calls.find(moderator, id)).undone).toEqual({ removed: 0, restored: 0, kept: { edited: 1 } });
  expect((await api.db.select().from(products).where(eq(products.id, vim.id)))[0]).toMatchObject({
    name: 'Vim Editor',
    tagline: 'A later tagline of a moderator',
  });
});

it('takes a tag off again that the list calls by another name', async () => {
  const moderator = await buildModerator();
  await buildProduct(api.db, {
    url: 'https://ed.example',
    canonicalURL: 'https://ed.example',
    tags: ['Editors'],
  });
  await buildProduct(api.db, {
    name: 'Vim',
    url: 'https://vim.example',
    canonicalURL: 'https://vim.example',
    tags: ['Old'],
  });
  await api.pool.query(
    `INSERT INTO tag_slugs (slug, tag_id, kind, name) SELECT 'text-tools', id, 'synonym', 'Text tools' FROM tags WHERE slug = 'editors'`,
  );
  const { id } = await calls.preview(moderator, markdownList(['Vim'], 'Text tools'));
  await calls.start(moderator, id);
  await calls.work();
  expect(await tagCounts()).toEqual({ editors: 2, old: 1 });
  await calls.undo(moderator, id);
  await calls.work();
  expect((await calls.find(moderator, id)).undone).toEqual({ removed: 0, restored: 1, kept: {} });
  expect(await tagCounts()).toEqual({ editors: 1, old: 1 });
});

it('reads a list again when its columns are mapped', async () => {
  const moderator = await buildModerator();
  const csv = 'Werkzeug;Adresse;Was es tut;Sorte\nNano;https://nano.example;Edits small texts.;Editoren\n';
  const first = await calls.preview(moderator, csv, 'liste.csv');
  expect(first.counts).toMatchObject({ added: 1 });
  const mapped = await calls.map(moderator, first.id, {
    columns: [
      { name: 'Werkzeug', target: 'name' },
      { name: 'Adresse', target: 'url' },
      { name: 'Was es tut', target: 'text' },
      { name: 'Sorte', target: 'tags' },
    ],
    tags: [{ name: 'Editoren', use: 'tag', as: 'Editors' }],
  });
  expect(calls.detailsOf(mapped).state).toBe('reading');
  await calls.work();
  const preview = await calls.find(moderator, first.id);
  expect(preview).toMatchObject({ state: 'ready', counts: { added: 1, skipped: 0 } });
  expect((await calls.entries(moderator, first.id, 'added')).entries).toMatchObject([
    { line: 2, product: { name: 'Nano', tagline: 'Edits small texts.', tags: ['Editors'] } },
  ]);
});

it('leaves out the entries below an ignored heading, and drops a heading that is no tag', async () => {
  const moderator = await buildModerator();
  const content = `${markdownList(['Vim'])}\n## Sponsors of ours\n- [Ad](https://ad.example) - Buy this thing now.\n## Misc things\n- [Ed](https://ed.example) - Another small editor.`;
  const { id, found } = await calls.preview(moderator, content);
  expect(found?.tags.map(({ name }) => name)).toEqual(['Editors', 'Sponsors of ours', 'Misc things']);
  await calls.map(moderator, id, {
    tags: [
      { name: 'Sponsors of ours', use: 'ignore' },
      { name: 'Misc things', use: 'none' },
    ],
  });
  await calls.work();
  expect((await calls.find(moderator, id)).counts).toEqual({ added: 2, updated: 0, listed: 0, skipped: 1 });
  expect((await calls.entries(moderator, id, 'added')).entries.map(({ product }) => product?.tags)).toEqual([
    ['Editors'],
    ['Other'],
  ]);
  expect((await calls.entries(moderator, id, 'skipped')).entries).toMatchObject([
    { line: 5, reason: '“Sponsors of ours” is left out.' },
  ]);
});

it('refuses what is too large or no text, with a sentence', async () => {
  const moderator = await buildModerator();
  const large = await calls.upload(moderator, Buffer.alloc(IMPORT_LIMITS.bytesMax + 1, 'a'));
  expect(large).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('larger than 5 MB') },
  });
  expect(await calls.preview(moderator, Buffer.from([0, 1, 2, 3]))).toMatchObject({
    state: 'failed',
    failure: 'This is not a text file.',
  });
  const rows = Array.from({ length: IMPORT_LIMITS.entriesMax + 1 }, (_, at) => `${at},x.example/${at}`);
  expect(await calls.preview(moderator, `name,url\n${rows.join('\n')}`, 'a.csv')).toMatchObject({
    state: 'failed',
    failure: 'The list has more than 20,000 entries. Split it into several files.',
  });
  expect(await api.db.$count(importEntries)).toBe(0);
});
