import { buildProduct } from '../setup/build';
import { setUpReactionCalls } from '../setup/reaction-calls';
import { setUpServedPages } from '../setup/served-pages';
import { setUpTestApp } from '../setup/test-app';
import { until } from '../setup/until';

const api = setUpTestApp();
const reactions = setUpReactionCalls(api);
const site = setUpServedPages(api);

/** Opens pages until the old ones among them are rendered again: a page may be shown a moment longer. */
const renderedAgain = (paths: readonly string[], old: readonly string[]) =>
  until(async () => {
    for (const path of paths) await site.send(path);
    return old.every((path) => site.rendered.includes(path));
  });

describe('a change makes exactly the pages old that show it', () => {
  it('an upvote: the product, the lists that show it, and the product whose place it takes', async () => {
    const ahead = await buildProduct(api.db, { name: 'Ahead', tags: ['b'] });
    const shown = await buildProduct(api.db, { name: 'Shown', tags: ['a'] });
    const passed = await buildProduct(api.db, { name: 'Passed', tags: ['b'] });
    for (let count = 0; count < 2; count++) {
      await reactions.add(await reactions.signedInUser(), 'upvotes', ahead.id);
    }
    const pages = [shown, passed, ahead].map(({ slug }) => `/tool/${slug}`);
    const paths = ['/', '/new', '/tags', ...pages, '/tag/b'];
    await until(async () => (await site.textOf(`/tool/${ahead.slug}`)).includes('"upvoteCount":2'));
    await site.learnChanges();
    for (const path of paths) await site.send(path);
    site.rendered = [];

    await reactions.add(await reactions.signedInUser(), 'upvotes', shown.id);
    const old = ['/', '/new', `/tool/${shown.slug}`, `/tool/${passed.slug}`];
    await renderedAgain(paths, old);
    expect(new Set(site.rendered)).toEqual(new Set(old));
  });

  it('an upvote that lifts a product into a list', async () => {
    const first = await buildProduct(api.db, { name: 'First' });
    await buildProduct(api.db, { name: 'Second' });
    await buildProduct(api.db, { name: 'Third' });
    expect(await site.textOf('/')).not.toContain('First');
    for (let count = 0; count < 3; count++) {
      await reactions.add(await reactions.signedInUser(), 'upvotes', first.id);
    }
    await until(async () => (await site.textOf('/')).includes('First'));
  });

  it('a bookmark: the pages that show the product', async () => {
    const product = await buildProduct(api.db, { name: 'Figgle' });
    const other = await buildProduct(api.db, { name: 'Other' });
    const [shown, ...others] = [`/tool/${product.slug}`, `/tool/${other.slug}`, '/tags'];
    const paths = [shown, ...others];
    await site.learnChanges();
    for (const path of paths) await site.send(path);
    site.rendered = [];
    await reactions.add(await reactions.signedInUser(), 'bookmarks', product.id);
    await renderedAgain(paths, [shown]);
    expect(new Set(site.rendered)).toEqual(new Set([shown]));
  });

  it('a product that is listed: the lists and its own page, which was missing', async () => {
    expect((await site.send('/tool/figgle')).status).toBe(404);
    expect(await site.textOf('/')).not.toContain('figgle');
    await buildProduct(api.db, { slug: 'figgle' });
    await until(async () => (await site.send('/tool/figgle')).status === 200);
    await until(async () => (await site.textOf('/')).includes('figgle'));
  });

  it('a removal: its page and the lists', async () => {
    const { id } = await buildProduct(api.db, { slug: 'figgle' });
    expect((await site.send('/tool/figgle')).status).toBe(200);
    await api.pool.query(`UPDATE products SET status = 'removed' WHERE id = $1`, [id]);
    await until(async () => (await site.send('/tool/figgle')).status === 410);
    expect(await site.textOf('/')).not.toContain('figgle');
  });

  it('a discontinuation, its text and its end: its page and the lists', async () => {
    const { id } = await buildProduct(api.db, { slug: 'figgle' });
    const successor = await buildProduct(api.db, { slug: 'newer', name: 'Newer' });
    const { headers } = await reactions.signedInUser({ role: 'moderator' });
    const path = `/api/moderation/products/${id}/discontinuation`;
    const say = (reason: string) =>
      api.request('PUT', path, {
        headers,
        body: { discontinuedOn: '2026-05-03', reason, successorIds: [successor.id] },
      });
    expect(await site.textOf('/tool/figgle')).not.toContain('Discontinued since');
    expect(await site.textOf('/')).toContain('figgle');
    expect((await say('It was closed.')).status).toBe(200);
    await until(async () => (await site.textOf('/tool/figgle')).includes('It was closed.'));
    expect((await site.send('/tool/figgle')).status).toBe(200);
    expect(await site.textOf('/')).not.toContain('figgle');
    await say('It was sold.');
    await until(async () => (await site.textOf('/tool/figgle')).includes('It was sold.'));
    await api.pool.query(`UPDATE products SET status = 'removed' WHERE id = $1`, [successor.id]);
    await until(async () => !(await site.textOf('/tool/figgle')).includes('Newer'));
    await api.request('DELETE', path, { headers });
    await until(async () => !(await site.textOf('/tool/figgle')).includes('It was sold.'));
    expect(await site.textOf('/')).toContain('figgle');
  });

  it('another name of a member: the pages that show the name', async () => {
    const ada = await reactions.signedInUser({ name: 'Ada Birch', handle: 'ada' });
    await buildProduct(api.db, { slug: 'hers', submitterId: ada.id });
    await buildProduct(api.db, { slug: 'other' });
    await site.learnChanges();
    for (const path of ['/tool/hers', '/tool/other', '/u/ada'])
      expect((await site.send(path)).status).toBe(200);
    site.rendered = [];
    await api.pool.query(`UPDATE users SET name = 'Ada Elm' WHERE id = $1`, [ada.id]);
    await until(async () => (await site.textOf('/tool/hers')).includes('Ada Elm'));
    expect(await site.textOf('/u/ada')).toContain('Ada Elm');
    await site.send('/tool/other');
    expect(site.rendered).not.toContain('/tool/other');
  });
});
