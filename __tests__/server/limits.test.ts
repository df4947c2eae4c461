import * as z from 'zod/mini';
import type { SubmissionInput } from '@/lib/contract/submission';
import { buildProduct } from '../setup/build';
import { buildSignedInUser, type SignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

/** Every limit on the size of what a request sends or asks for, at the limit and one above. */
const api = setUpTestApp();

const draft: SubmissionInput = {
  url: 'https://figgle.example/',
  name: 'Figgle',
  tagline: 'Draw together in the browser',
  tags: ['Design'],
};
const submit = ({ headers }: SignedInUser, overrides: object) =>
  api.request('POST', '/api/user/private/products', { headers, body: { ...draft, ...overrides } });

const chars = (length: number) => 'x'.repeat(length);
const urlOf = (length: number) => `https://figgle.example/${chars(length - 23)}`;
const tags = (count: number) => Array.from({ length: count }, (_, index) => `Tag ${index}`);

describe('submissions', () => {
  it.each([
    ['name', 'of 2 characters', 'of 1 character', chars(2), chars(1)],
    ['name', 'of 60 characters', 'of 61 characters', chars(60), chars(61)],
    ['tagline', 'of 10 characters', 'of 9 characters', chars(10), chars(9)],
    ['tagline', 'of 120 characters', 'of 121 characters', chars(120), chars(121)],
    ['description', 'of 5,000 characters', 'of 5,001 characters', chars(5_000), chars(5_001)],
    ['url', 'of 2,048 characters', 'of 2,049 characters', urlOf(2_048), urlOf(2_049)],
    ['tags', 'of 1 tag', 'of none', tags(1), []],
    ['tags', 'of 5 tags', 'of 6 tags', tags(5), tags(6)],
    ['tags', 'of 40 characters', 'of 41 characters', [chars(40)], [chars(41)]],
  ])('accept a %s %s and reject one %s', async (field, _, __, accepted, refused) => {
    const ada = await buildSignedInUser(api);

    expect(await submit(ada, { [field]: refused })).toMatchObject({
      status: 400,
      body: {
        fields: {
          [Array.isArray(refused) && refused.length === 1 ? `${field}.0` : field]: expect.any(String),
        },
      },
    });
    expect((await submit(ada, { [field]: accepted })).status).toBe(201);
  });
});

describe('product lists', () => {
  const page = z.object({ products: z.array(z.unknown()), nextCursor: z.nullable(z.string()) });
  const list = (query: string) => api.request('GET', `/api/products${query}`);

  it('have 1 to 50 products per page, 30 by default', async () => {
    for (let count = 0; count < 51; count += 1) await buildProduct(api.db);

    for (const [query, length] of [
      ['?limit=1', 1],
      ['?limit=50', 50],
      ['', 30],
    ] as const) {
      expect(page.parse((await list(query)).body).products).toHaveLength(length);
    }
    for (const query of ['?limit=0', '?limit=51']) expect((await list(query)).status).toBe(400);
  });

  it('request reactions with at most 100 ids', async () => {
    const { headers } = await buildSignedInUser(api);
    const listReactions = (count: number) => {
      const ids = Array.from({ length: count }, (_, index) => index + 1).join();
      return api.request('GET', `/api/user/private/reactions?ids=${ids}`, { headers });
    };

    expect((await listReactions(100)).status).toBe(200);
    expect(await listReactions(101)).toMatchObject({
      status: 400,
      body: { fields: { ids: 'Ask for at most 100 ids.' } },
    });
  });
});

it('keeps a session for 30 days', async () => {
  const { headers } = await buildSignedInUser(api);
  const isAuthenticatedAfter = async (ms: number) => {
    api.clock.now = new Date(testNow.getTime() + ms);
    return (await api.request('GET', '/api/user/checkAuthenticate', { headers })).body;
  };
  const thirtyDaysMs = 30 * 24 * 60 * 60 * 1000;

  expect(await isAuthenticatedAfter(thirtyDaysMs - 1)).toEqual({ isError: false, authenticated: true });
  expect(await isAuthenticatedAfter(thirtyDaysMs)).toEqual({ isError: false, authenticated: false });
});
