import { provideCatalog } from '@/lib/texts/language';
import { readEnv } from '@/server/config/env';
import { ApiError } from '@/server/base/errors';
import { sayInEnglish } from '@/server/base/stored-text';
import { text } from '@/lib/texts/texts';
import { buildProduct } from '../../setup/build';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp(() => readEnv({ NEXT_PUBLIC_SITE_URL: 'https://listgrove.example/' }));

/** From right to left, so that the name of the site and of the product run against each sentence. */
beforeEach(() => provideCatalog({ language: 'ar', direction: 'rtl', prefix: '', messages: new Map() }));
afterEach(() => provideCatalog(undefined));

const ISOLATE = /[\u2068\u2069]/;
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

it('isolates values that run against a sentence where people read it', async () => {
  await buildProduct(api.db, { slug: 'cpp', name: 'C++' });
  const badge = await api.request('GET', '/badge/tool/cpp.svg');
  expect(badge.text).toContain('<title id="t">\u2068C++\u2069 is featured on \u2068Listgrove\u2069');
  const search = await api.request('GET', '/opensearch.xml');
  expect(search.text).toContain('on \u2068Listgrove\u2069');
});

it.each([
  ['/index.md', 200],
  ['/tool/cpp.md', 200],
  ['/developers.md', 200],
  ['/tool/none.md', 404],
  ['/llms.txt', 200],
  ['/api/openapi.json', 200],
])('answers programs and writers of Markdown without isolates: %s', async (path, status) => {
  await buildProduct(api.db, { slug: 'cpp', name: 'C++' });
  const answer = await api.request('GET', path);
  expect(answer.status).toBe(status);
  expect(answer.text).toMatch(/tool|Listgrove/);
  expect(answer.text).not.toMatch(ISOLATE);
});

it('describes its tools to agents without isolates', async () => {
  const { status, text: told } = await api.request('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: listTools,
  });
  expect([status, told]).toEqual([200, expect.stringContaining('tool')]);
  expect(told).not.toMatch(ISOLATE);
});

it('says errors in the terminal without isolates, which it would show as codes', () => {
  const refusal = text('test.refusal', '{name} is gone.', { name: 'محرر' });
  const error = new ApiError('gone', refusal);
  provideCatalog(undefined);
  expect(new ApiError('gone', refusal).message).toBe('\u2068محرر\u2069 is gone.');
  expect([error.english, sayInEnglish(refusal)]).toEqual(['محرر is gone.', 'محرر is gone.']);
});
