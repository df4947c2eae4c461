import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as z from 'zod';
import { createApp } from '@/server/app';
import { importProducts } from '@/server/commands/imports/import-products';
import { products } from '@/server/db/schema';
import { readEnv } from '@/server/config/env';
import { readSiteFile } from '@/server/fields/site-file';
import { setUpAlternativeCalls } from '../../setup/alternative-calls';
import { buildProduct } from '../../setup/build';
import { findUnboundedInJSON } from '../../setup/find-unbounded';
import { FONT_SITE } from '../../setup/font-site';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp(() => ({
  ...readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/' }),
  fields: readSiteFile(FONT_SITE, 'site.json'),
}));

/** The official client, whose requests go to the product server without a socket. */
async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const app = createApp(api.deps(), { basePath: '/api' });
  const transport = new StreamableHTTPClientTransport(new URL('https://listgrove.example/mcp'), {
    fetch: async (url, init) => app.request(url, init),
  });
  await client.connect(transport);
  return client;
}

const names = z.object({ found: z.array(z.object({ name: z.string() })) });
const toolResult = z.object({
  isError: z.optional(z.boolean()),
  content: z.array(z.object({ text: z.string() })),
  structuredContent: z.optional(z.looseObject({ found: z.unknown() })),
});

async function callTool(name: string, given: Record<string, unknown> = {}) {
  const client = await connect();
  try {
    return toolResult.parse(await client.callTool({ name, arguments: given }));
  } finally {
    await client.close();
  }
}

it('introduces itself, and offers tools that only read', async () => {
  const client = await connect();
  expect(client.getServerVersion()).toMatchObject({ name: 'Listgrove' });
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['search', 'get', 'list', 'list_alternatives', 'compare', 'list_tags', 'list_fields'],
  ]);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
});

it('takes no text, list or number without a bound', async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.flatMap(({ name, inputSchema }) => findUnboundedInJSON(inputSchema, name))).toEqual([]);
});

it('searches, lists and reads products', async () => {
  await buildProduct(api.db, { slug: 'figgle', name: 'Figgle', tagline: 'Draw together', tags: ['Design'] });
  await buildProduct(api.db, { slug: 'hidden', name: 'Hidden', status: 'pending', approvedAt: null });
  const shown = {
    name: 'Figgle',
    slug: 'figgle',
    tags: ['Design'],
    page: 'https://listgrove.example/tool/figgle',
  };

  expect((await callTool('search', { query: 'figle' })).structuredContent?.found).toMatchObject([shown]);
  expect((await callTool('list', { tag: 'design', sort: 'new' })).structuredContent).toMatchObject({
    found: [{ ...shown, tagline: 'Draw together' }],
    nextCursor: null,
  });
  expect((await callTool('get', { slug: 'figgle' })).structuredContent?.found).toMatchObject(shown);
  expect((await callTool('list_tags')).structuredContent?.found).toMatchObject([{ slug: 'design' }]);
  expect((await callTool('list_fields')).isError).toBeUndefined();
});

it('answers by which free alternatives a product can be replaced', async () => {
  const { approvedPair } = setUpAlternativeCalls(api);
  const costs = { paid: 9, free: 0, subject: 0 };
  const drafts = Object.entries(costs).map(([name, cost], line) => ({
    ...{ line, name: `The ${name}`, tagline: 'Draws letters', hasOwnTagline: true, description: '' },
    ...{ url: `https://${name}.example/`, canonicalURL: `${name}.example`, isRepeat: false },
    ...{ tags: ['Display'], values: { cost } },
  }));
  await importProducts(api.deps(), drafts, { isDryRun: false });
  const [paid, free, subject] = await api.db.select().from(products).orderBy(products.id);
  if (!paid || !free || !subject) throw new Error('Three products were imported.');
  await approvedPair(paid, subject);
  await approvedPair(free, subject);
  const namesOf = async (given: object) =>
    names.parse((await callTool('list_alternatives', { slug: subject.slug, ...given })).structuredContent)
      .found;

  expect(await namesOf({})).toHaveLength(2);
  expect(await namesOf({ filters: 'cost=0' })).toMatchObject([{ name: 'The free' }]);
  expect((await callTool('list', { filters: 'cost=1..' })).structuredContent).toMatchObject({
    found: [{ name: 'The paid' }],
  });
});

it('tells the values to filter by in the description of the tool, and takes a name for a slug', async () => {
  const { approvedPair } = setUpAlternativeCalls(api);
  const facts: { name: string; values: Record<string, string[] | number> }[] = [
    { name: 'Suite & Co', values: {} },
    { name: 'Free Mono', values: { style: ['mono'], cost: 0 } },
    { name: 'Free Sans', values: { style: ['sans'], cost: 0 } },
    { name: 'Paid Mono', values: { style: ['mono'], cost: 9 } },
  ];
  const drafts = facts.map(({ name, values }, line) => ({
    ...{ line, name, values, tagline: 'Draws letters', hasOwnTagline: true, description: '' },
    ...{
      url: `https://f${line}.example/`,
      canonicalURL: `f${line}.example`,
      isRepeat: false,
      tags: ['Fonts'],
    },
  }));
  await importProducts(api.deps(), drafts, { isDryRun: false });
  const [subject, ...others] = await api.db.select().from(products).orderBy(products.id);
  if (!subject) throw new Error('Four products were imported.');
  for (const other of others) await approvedPair(subject, other);

  const client = await connect();
  const { tools } = await client.listTools();
  await client.close();
  const tool = tools.find(({ name }) => name === 'list_alternatives');
  expect(JSON.stringify(tool?.inputSchema)).toContain(
    'style: sans, serif, mono, hand. variable: yes, no. weights: from..to, in numbers. cost: from..to, in EUR.',
  );
  const asked = { slug: 'Suite & Co', filters: 'cost=0&style=mono' };
  const { structuredContent } = await callTool('list_alternatives', asked);
  expect(names.parse(structuredContent).found.map(({ name }) => name)).toEqual(['Free Mono']);
});

it('compares products, and names the page that does', async () => {
  for (const slug of ['one', 'two']) await buildProduct(api.db, { slug, name: slug });
  expect((await callTool('compare', { slugs: ['one', 'two'] })).structuredContent).toMatchObject({
    found: [{ name: 'one' }, { name: 'two' }],
    page: 'https://listgrove.example/compare/one-vs-two',
  });
});

it.each([
  ['get', { slug: 'unknown' }, "This tool doesn't exist."],
  ['list', { tag: 'unknown' }, "This tag doesn't exist."],
  ['list_alternatives', { slug: 'unknown' }, "This tool doesn't exist."],
  ['compare', { slugs: ['unknown', 'other'] }, "This tool doesn't exist."],
])('says why %s with %j has no answer', async (name, given, sentence) => {
  const { isError, content } = await callTool(name, given);
  expect([isError, content.map(({ text }) => text)]).toEqual([true, [sentence]]);
});
