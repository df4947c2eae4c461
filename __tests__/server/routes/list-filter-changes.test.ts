import { pino } from 'pino';
import * as z from 'zod/mini';
import { readSiteFile } from '@/server/fields/site-file';
import { JobWaker } from '@/server/base/job-waker';
import { updateTermsOfProducts } from '@/server/jobs/product-jobs';
import { FONT_SITE } from '../../setup/font-site';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

let site = FONT_SITE;
beforeEach(() => {
  site = FONT_SITE;
});
const api = setUpTestApp(() => ({ fields: readSiteFile(site, 'site.json') }));
const { signedInUser, createSubmission, approve, edit, withdraw } = setUpSubmissionCalls(api);
const { signal } = new AbortController();
const page = z.object({ products: z.array(z.object({ name: z.string() })) });

async function namesOf(query: Record<string, string>): Promise<string[]> {
  const { body } = await api.request('GET', `/api/products?${new URLSearchParams(query).toString()}`);
  return page.parse(body).products.map(({ name }) => name);
}
const namesWith = (filters: string) => namesOf({ filters });

it('finds a product by its values of the moment, from its approval to its end', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: { foundry: 'Klim', style: ['sans'], weights: '9' } });
  expect(await namesWith('foundry=Klim')).toEqual([]);
  await approve(id);
  expect(await namesWith('foundry=Klim&style=sans&weights=9')).toEqual(['Figgle']);

  await edit(ada, id, { fields: { foundry: 'Ohno', weights: '3' } });
  expect(await namesWith('foundry=Klim')).toEqual([]);
  expect(await namesWith('foundry=Ohno&weights=..3')).toEqual(['Figgle']);
  await edit(ada, id, { tags: ['Games'] });
  expect(await namesOf({ tag: 'games', filters: 'foundry=Ohno' })).toEqual(['Figgle']);

  const { headers } = await signedInUser({ role: 'moderator' });
  const path = `/api/moderation/products/${id}/discontinuation`;
  const reason = { discontinuedOn: '2026-05-01', reason: 'Gone.' };
  await api.request('PUT', path, { headers, body: reason });
  expect(await namesWith('foundry=Ohno')).toEqual([]);
  await api.request('DELETE', path, { headers });
  expect(await namesWith('foundry=Ohno')).toEqual(['Figgle']);
  expect((await withdraw(ada, id)).status).toBe(200);
  expect(await namesWith('foundry=Ohno')).toEqual([]);
});

it('follows a change of the site file, and values that an older build has written', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: { foundry: 'Klim', designer: 'Kris' } });
  await approve(id);
  const stored = () => api.pool.query('SELECT field, value FROM product_values ORDER BY field');
  const before = (await stored()).rows;

  site = site
    .replace('"key":"designer"', '"facet":true,"key":"designer"')
    .replaceAll('foundry', 'maker')
    .replace('"key":"maker"', '"formerKeys":["foundry"],"key":"maker"');
  expect(await namesWith('maker=Klim')).toEqual([]);
  await updateTermsOfProducts.run(api.deps(), signal);
  api.deps().responseCache.clear();
  expect(await namesWith('maker=Klim&designer=Kris')).toEqual(['Figgle']);
  expect((await stored()).rows).toEqual(before);

  await api.pool.query(`UPDATE product_values SET value = '"Ada"' WHERE field = 'designer'`);
  await updateTermsOfProducts.run(api.deps(), signal);
  api.deps().responseCache.clear();
  expect(await namesWith('designer=Ada')).toEqual(['Figgle']);
  expect(await namesWith('designer=Kris')).toEqual([]);
});

it('follows the site file of the process that began last, and the other one again a minute after that has ended', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: { foundry: 'Klim' } });
  await approve(id);
  const madeFor = async () =>
    (await api.pool.query<{ facets: string }>('SELECT facets FROM product_terms')).rows.map(
      ({ facets }) => facets,
    );
  const later = FONT_SITE.replaceAll('foundry', 'maker').replace(
    '"key":"maker"',
    '"formerKeys":["foundry"],"key":"maker"',
  );
  const said: unknown[] = [];
  const process = () => {
    const jobWaker = new JobWaker();
    return async (file: string) => {
      site = file;
      const logger = pino({}, { write: (line: string) => void said.push(JSON.parse(line)) });
      await updateTermsOfProducts.run({ ...api.deps(), logger, jobWaker }, signal);
      return madeFor();
    };
  };
  const [one, other] = [process(), process()];
  const pass = (seconds: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + seconds * 1_000);
  };

  const ofOne = await one(FONT_SITE);
  pass(5);
  const ofOther = await other(later);
  expect(ofOther).not.toEqual(ofOne);
  for (let run = 0; run < 10; run += 1) {
    pass(5);
    expect(await one(FONT_SITE)).toEqual(ofOther);
    expect(await other(later)).toEqual(ofOther);
  }
  expect(said).toMatchObject([{ level: 40, msg: expect.stringMatching(/another site file/) }]);

  pass(61);
  expect(await one(FONT_SITE)).toEqual(ofOne);
});
