import { eq } from 'drizzle-orm';
import { products } from '@/server/db/schema';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpImportCalls } from '../../setup/import-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp } from '../../setup/test-app';
import { verifyOwner } from '../../setup/verified-owner';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { rateLimits: noRateLimits, fetchPage: web.fetchPage });
const { buildModerator, signedInUser, suggestedId, decide } = setUpSuggestionCalls(api);
const { edit } = setUpSubmissionCalls(api);
const imports = setUpImportCalls(api);

const names = ['Vim', 'Emacs', 'Nano', 'Pico'];
const listOf = (heading: string, text: string) =>
  [
    '# A list of tools',
    `## ${heading}`,
    ...names.map((name) => `- [${name}](https://${name.toLowerCase()}.example) - ${name} ${text}.`),
  ].join('\n');

it('keeps texts by verified owners, accepted suggestions and moderators when a list is imported again', async () => {
  const moderator = await buildModerator('mo');
  const [owner, suggester] = [await signedInUser(), await signedInUser()];
  const importList = async (content: string) => {
    const preview = await imports.preview(moderator, content);
    await imports.start(moderator, preview.id);
    await imports.work();
    return { preview, done: await imports.find(moderator, preview.id) };
  };
  const taglines = async () => {
    const rows = await api.db.select().from(products).orderBy(products.id);
    return Object.fromEntries(rows.map(({ name, tagline }) => [name, tagline]));
  };
  const idOf = async (name: string) =>
    (await api.db.select({ id: products.id }).from(products).where(eq(products.name, name)))[0]?.id ?? '';

  await importList(listOf('Editors', 'is a tool for texts'));
  const vim = await idOf('Vim');
  await verifyOwner(api, web, { owner, id: vim, url: 'https://vim.example/' });
  const suggestionId = await suggestedId(suggester, await idOf('Emacs'), { tagline: 'Suggested words' });
  expect((await decide(moderator, suggestionId, 'accept')).status).toBe(200);
  await correctTagline(moderator.headers, await idOf('Nano'), 'Words of a moderator');

  const other = listOf('Editors', 'is something else by now');
  expect((await imports.preview(moderator, other)).counts).toMatchObject({ updated: 1, listed: 3 });
  expect((await edit(owner, vim, { tagline: 'Words of the owner' })).status).toBe(200);
  const { preview, done } = await importList(other);

  const kept = { Vim: 'Words of the owner', Emacs: 'Suggested words', Nano: 'Words of a moderator' };
  expect(await taglines()).toEqual({ ...kept, Pico: 'Pico is something else by now.' });
  expect(done.counts).toEqual(preview.counts);
  expect(preview.counts).toEqual({ added: 0, updated: 1, listed: 3, skipped: 0 });
  const [owned, edited] = [
    'Its texts stay as they are: the owner of its site is verified.',
    'Its texts stay as they are: they were edited here.',
  ];
  expect((await imports.entries(moderator, preview.id, 'listed')).entries).toMatchObject([
    { product: { name: 'Vim' }, reason: owned, changes: [] },
    { product: { name: 'Emacs' }, reason: edited, changes: [] },
    { product: { name: 'Nano' }, reason: edited, changes: [] },
  ]);

  const tagged = await importList(listOf('Terminals', 'is a third thing'));
  expect((await imports.entries(moderator, tagged.preview.id, 'updated')).entries).toMatchObject([
    { product: { name: 'Vim' }, reason: owned, changes: ['tags'] },
    { product: { name: 'Emacs' }, reason: edited, changes: ['tags'] },
    { product: { name: 'Nano' }, reason: edited, changes: ['tags'] },
    { product: { name: 'Pico' }, reason: null, changes: ['tagline', 'tags'] },
  ]);
  expect(await taglines()).toEqual({ ...kept, Pico: 'Pico is a third thing.' });
});

async function correctTagline(headers: Record<string, string>, id: string, tagline: string) {
  const [product] = await api.db.select().from(products).where(eq(products.id, id));
  const path = `/api/moderation/products/${id}?seen=${product?.updatedAt.toISOString()}`;
  const answer = await api.request('PATCH', path, { headers, body: { tagline } });
  expect(answer.status).toBe(200);
}
