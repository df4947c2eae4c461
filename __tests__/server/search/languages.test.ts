import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { LANGUAGES, makeDirectory } from '@/__tests__/fixtures/search/languages';
import { noRateLimits } from '@/__tests__/setup/no-rate-limits';
import { setUpTestApp } from '@/__tests__/setup/test-app';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { isKnownLanguage } from '@/server/search/word-forms';

let siteLanguage = 'en';
const api = setUpTestApp(() => ({ siteLanguage }), { rateLimits: noRateLimits });
const answer = z.object({ hits: z.array(z.object({ title: z.string() })) });

const FIRST = 5;
const RIGHT_MIN = 18;

it.each(LANGUAGES)(
  'finds products in $language by other forms, parts and mistakes of their words',
  async (each) => {
    siteLanguage = each.language;
    const { products, queries } = makeDirectory(each);
    const rows = products.map(({ name, tagline }, index) => ({ name, tagline, slug: `product-${index}` }));
    const { rows: built } = await api.db.execute<{ id: string }>(sql`
    INSERT INTO products (slug, name, tagline, url, canonical_url, status, approved_at, created_at)
    SELECT slug, name, tagline, 'https://' || slug || '.example/', slug || '.example', 'approved', now(), now()
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given (slug text, name text, tagline text)
    RETURNING id::text`);
    await refreshSearchDocuments(
      api.db,
      [],
      built.map(({ id }) => id),
    );

    const wrong: string[] = [];
    for (const { query, name } of queries) {
      const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', {
        body: { query, fillPageWithSomeWords: true },
      });
      const titles = answer.parse(body).hits.map(({ title }) => title);
      if (!titles.slice(0, FIRST).includes(name))
        wrong.push(`${query}: ${titles.slice(0, FIRST).join(' ')}, not ${name}`);
    }
    expect(new Set(products.map(({ name }) => name)).size).toBe(products.length);
    expect({ wrong, isEnough: queries.length - wrong.length >= RIGHT_MIN }).toMatchObject({ isEnough: true });
  },
);

it('knows by the tag of a language whether it knows the forms of its words', () => {
  const known = ['en', 'de-AT', 'nb', 'pt-BR', 'zh-Hant', 'th'];
  expect(known.filter((tag) => !isKnownLanguage(tag))).toEqual([]);
  expect(['pl', 'cs', 'ko'].filter(isKnownLanguage)).toEqual([]);
});
