import { productPreview } from '@/lib/contract/product-preview';
import { readSiteFile } from '@/server/fields/site-file';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const fields = readSiteFile(
  JSON.stringify({
    fields: [
      { key: 'terms', label: 'Terms', type: 'text', format: 'spdx', fromPage: 'license' },
      { key: 'code', label: 'Code', type: 'url', fromPage: 'repository' },
      { key: 'maker', label: 'Maker', type: 'text' },
    ],
  }),
  'site.json',
);
const web = setUpFakeWeb();
const api = setUpTestApp({ fields }, { fetchPage: web.fetchPage });
const { signedInUser, submit, createSubmission, edit, approve } = setUpSubmissionCalls(api);

async function suggested(html: string) {
  web.serve('figgle.example/', `<!doctype html><title>Figgle</title>${html}`);
  const { headers } = await signedInUser();
  const { body } = await api.request('POST', '/api/user/private/products/preview', {
    headers,
    body: { url: 'https://figgle.example/' },
  });
  return productPreview.parse(body).fields;
}
const sourcesOf = async (slug: string): Promise<unknown> =>
  (await api.request('GET', `/api/products/${slug}`)).body;

it('suggests what the page states for the fields that take it', async () => {
  const html =
    '<link rel="license" href="https://spdx.org/licenses/MIT.html"><a href="https://github.com/figgle/figgle">GitHub</a>';
  expect(await suggested(html)).toEqual({ terms: 'MIT', code: 'https://github.com/figgle/figgle' });
});

it.each([
  ['<link rel="license" href="/license">'],
  ['<script type="application/ld+json">{"@type": "SoftwareApplication", "license": "free for all"}</script>'],
  ['<p>Released under the MIT license.</p>'],
])('suggests nothing for what no field can read: %s', async (html) => {
  expect(await suggested(html)).toBeUndefined();
});

it('stores the page as the source of what the member took over, and the submitter of the rest', async () => {
  const values = { terms: 'MIT', maker: 'Ada' };
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: values, fieldsFromPage: ['terms'] });
  await approve(id);
  expect(await sourcesOf('figgle')).toMatchObject({
    product: {
      facts: [
        { key: 'terms', source: 'page', checkedAt: '2026-06-01T12:00:00.000Z' },
        { key: 'maker', source: 'submitter' },
      ],
    },
  });

  const code = 'https://github.com/figgle/figgle';
  await edit(ada, id, { fields: { code, terms: 'ISC' }, fieldsFromPage: ['code'] });
  expect(await sourcesOf('figgle')).toMatchObject({
    product: {
      facts: [
        { key: 'terms', value: 'ISC', source: 'submitter' },
        { key: 'code', value: code, source: 'page' },
        { key: 'maker', source: 'submitter' },
      ],
    },
  });
});

it('refuses a list of keys that is longer than the fields can be', async () => {
  const { status } = await submit(await signedInUser(), {
    fieldsFromPage: Array.from({ length: 31 }, () => 'a'),
  });
  expect(status).toBe(400);
});
