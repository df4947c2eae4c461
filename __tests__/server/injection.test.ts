import { nameFault } from '@/server/identity/deceptive-names';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { contactMessage } from '@/lib/contract/contact';
import { rejectionReason } from '@/lib/contract/moderation';
import { subscription } from '@/lib/contract/newsletter';
import { submission } from '@/lib/contract/submission';
import { productPreview } from '@/lib/contract/product-preview';
import { productName, productTagline } from '@/lib/contract/submission-fields';
import { profileChanges } from '@/lib/contract/user';
import { contactMessages } from '@/server/db/schema/report-schema';
import { createLogger } from '@/server/base/log';
import { slugify } from '@/server/text/slug';
import { tagName } from '@/lib/contract/submission-fields';
import { setUpFakeWeb } from '../setup/fake-web';
import { applyRules, dangersIn, filled, refusedFields } from '../setup/injection-checks';
import { CORPUS } from '../setup/injection-corpus';
import { noRateLimits } from '../setup/no-rate-limits';
import { buildSignedInUser } from '../setup/signed-in-user';
import { draft } from '../setup/submission-calls';
import { setUpTestApp } from '../setup/test-app';

const web = setUpFakeWeb();
const logLines: string[] = [];
const logger = createLogger('info', { write: (line: string) => logLines.push(line) });
// More calls than any limit allows.
const api = setUpTestApp({}, { fetchPage: web.fetchPage, logger, rateLimits: noRateLimits });

beforeEach(() => {
  logLines.length = 0;
});

/** The whole corpus takes minutes. */
const timeoutMs = 30 * 60 * 1000;

const productAnswer = z.object({
  product: z.object({
    ...{ id: z.string(), slug: z.string(), name: z.string(), tagline: z.string(), url: z.string() },
    ...{ description: z.string(), descriptionHTML: z.string(), rejectionReason: z.optional(z.string()) },
    tags: z.array(z.object({ name: z.string() })),
  }),
});

it(
  'stores and returns the texts of a submission unchanged, or names the fields that it refuses',
  async () => {
    const { name, tagline, description, tags } = submission.shape;
    const { headers } = await buildSignedInUser(api, { role: 'moderator' });
    for (const [index, text] of CORPUS.entries()) {
      const { stored, refused } = applyRules({ name, tagline, description, tags }, text);
      const valid = {
        ...{ url: `https://tool-${index}.example`, name: `Tool ${index}`, description: '' },
        ...{ tagline: 'Draw together in the browser', tags: [`Tag ${index}`] },
      };
      const submit = (fields: string[]) =>
        api.request('POST', '/api/user/private/products', {
          headers,
          body: { ...valid, ...filled(fields, text) },
        });
      if (refused.length > 0) {
        const { status, body } = await submit(refused);
        expect([text, status, refusedFields(body)]).toEqual([text, 400, refused]);
      }

      const submitted = await submit(Object.keys(stored));

      expect([text, submitted.status]).toEqual([text, 201]);
      const { product } = productAnswer.parse(submitted.body);
      // Nothing is public yet, so each product has the tag as it was typed.
      const tagSlugs = product.tags.map((tag) => slugify(tag.name));
      expect(tagSlugs).toEqual([slugify(stored.tags === undefined ? `Tag ${index}` : tagName.parse(text))]);
      expect({ ...product, tags: [] }).toMatchObject({ ...valid, ...stored, tags: [] });
      expect([text, dangersIn(product.descriptionHTML)]).toEqual([text, []]);
    }
  },
  timeoutMs,
);

it(
  'shows the reason of a rejection unchanged',
  async () => {
    const { headers } = await buildSignedInUser(api, { role: 'moderator' });
    for (const [index, text] of CORPUS.entries()) {
      const body = { ...draft, url: `https://tool-${index}.example` };
      const submitted = await api.request('POST', '/api/user/private/products', { headers, body });
      const { id } = productAnswer.parse(submitted.body).product;
      const reason = rejectionReason.safeParse(text);

      const path = `/api/moderation/products/${id}/reject`;
      const rejected = await api.request('POST', path, { headers, body: { reason: text } });

      expect([text, rejected.status]).toEqual([text, reason.success ? 200 : 400]);
      const shown = await api.request('GET', `/api/user/private/products/${id}`, { headers });
      expect(productAnswer.parse(shown.body).product.rejectionReason).toBe(reason.data);
    }
  },
  timeoutMs,
);

it(
  'stores a name and a handle as the contract normalizes them, or refuses them',
  async () => {
    const { name, handle } = profileChanges.shape;
    const handles = new Set<unknown>();
    for (const text of CORPUS) {
      const { headers } = await buildSignedInUser(api);
      const { stored, refused } = applyRules({ name, handle }, text);
      const change = (fields: string[]) =>
        api.request('PATCH', '/api/user/private/profile', { headers, body: filled(fields, text) });
      if (refused.length > 0) {
        const { status, body } = await change(refused);
        expect([text, status, refusedFields(body)]).toEqual([text, 400, refused]);
      }

      const changed = await change(Object.keys(stored));

      if (typeof stored.name === 'string' && nameFault(stored.name, 'Listgrove') !== undefined) {
        expect([text, changed.status, refusedFields(changed.body)]).toEqual([text, 400, ['name']]);
        continue;
      }
      const isTaken = typeof stored.handle === 'string' && handles.has(stored.handle);
      handles.add(stored.handle);
      expect([text, changed.status]).toEqual([text, isTaken ? 409 : 200]);
      if (isTaken) continue;
      expect(changed.body).toMatchObject({ user: stored });
      if (typeof stored.handle !== 'string') continue;
      const shown = await api.request('GET', `/api/users/${encodeURIComponent(stored.handle)}`);
      expect(shown.body).toMatchObject({ profile: stored });
    }
  },
  timeoutMs,
);

it(
  'stores what visitors write to the site unchanged, and sends no email to anyone else',
  async () => {
    const { name, email, message } = contactMessage.shape;
    const { list } = subscription.shape;
    for (const text of CORPUS) {
      const valid = { name: '', email: 'ada@x.example', message: 'Hello, is anybody there?' };
      const { stored, refused } = applyRules({ name, email, message }, text);
      for (const fields of [refused, Object.keys(stored)]) {
        const { status } = await api.request('POST', '/api/contact', {
          body: { ...valid, ...filled(fields, text) },
        });
        expect([text, status]).toEqual([text, fields === refused && fields.length > 0 ? 400 : 200]);
      }
      const rows = await api.db.select().from(contactMessages).orderBy(contactMessages.id);
      expect(rows.at(-1)).toMatchObject({ ...valid, ...stored });

      const subscribed = await api.request('POST', '/api/newsletter/subscribe', {
        body: { email: 'ada@x.example', list: text },
      });
      expect([text, subscribed.status]).toEqual([text, list.safeParse(text).success ? 200 : 400]);
      const { rows: emails } = await api.pool.query(
        "SELECT email FROM tasks WHERE email NOT IN ('ada@x.example', $1) OR payload ->> 'subject' ~ '[[:cntrl:]]'",
        [text.replaceAll('\0', '')],
      );
      expect(emails).toEqual([]);
      const toText = await api.request('POST', '/api/newsletter/subscribe', { body: { email: text } });
      expect([text, toText.status]).toEqual([text, email.safeParse(text).success ? 200 : 400]);
    }
  },
  timeoutMs,
);

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

it(
  'suggests only usable fields from the metadata of a page',
  async () => {
    const { headers } = await buildSignedInUser(api);
    for (const [index, text] of CORPUS.entries()) {
      const value = escapeAttribute(text);
      web.serve(
        `page-${index}.example/`,
        `<title>${value.replaceAll('<', '&lt;')}</title><meta property=og:title content="${value}">
         <meta name=description content="${value}"><meta property=og:image content="${value}">`,
      );

      const answer = await api.request('POST', '/api/user/private/products/preview', {
        headers,
        body: { url: `https://page-${index}.example/` },
      });

      expect([text, answer.status]).toEqual([text, 200]);
      const preview = productPreview.parse(answer.body);
      expect([text, preview.name === '' || productName.safeParse(preview.name).success]).toEqual([
        text,
        true,
      ]);
      expect([text, preview.tagline === '' || productTagline.safeParse(preview.tagline).success]).toEqual([
        text,
        true,
      ]);
    }
  },
  timeoutMs,
);

it(
  'answers every address and search with a documented status',
  async () => {
    const { headers } = await buildSignedInUser(api, { role: 'moderator' });
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fc0' } })
      .png()
      .toBuffer();
    for (const text of CORPUS) {
      const escaped = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
      const form = new FormData();
      form.set('file', new File([new Uint8Array(png)], text));
      const answers = await Promise.all([
        api.request('GET', `/api/products?tag=${escaped}`),
        api.request('GET', `/api/products?after=${escaped}`),
        api.request('GET', `/api/products/${escaped}`),
        api.request('GET', `/api/users/${escaped}`),
        api.request('GET', `/api/tiles/${escaped}.svg`),
        api.request('GET', `/api/tiles?names=${escaped},x`),
        api.request('GET', `/api/images/${escaped}`),
        api.request('GET', `/api/newsletter/confirm?token=${escaped}`),
        api.request('GET', `/api/user/login/google?destination=${escaped}`),
        api.request('GET', `/api/user/private/duplicates?name=${escaped}&url=${escaped}`, { headers }),
        api.request('GET', `/api/user/private/reactions?ids=${escaped}`, { headers }),
        api.request('DELETE', `/api/user/private/products/${escaped}`, { headers }),
        api.request('POST', '/api/user/private/products/preview', { headers, body: { url: text } }),
        api.request('POST', '/api/user/private/products', { headers, body: { ...draft, url: text } }),
        api.request('POST', '/api/user/private/images', { headers, body: form }),
        api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: text } }),
        api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: '', filters: text } }),
        api.request('POST', '/1/indexes/tool-fyi/query', { body: { facetFilters: [[text]] } }),
        api.request('POST', '/1/indexes/tool-fyi/query', { body: { params: text } }),
      ]);

      const failed = answers.filter(({ status }) => status >= 500 && status !== 503);
      expect([text, failed.map(({ text: body }) => body)]).toEqual([text, []]);
      expect(answers.filter(({ headers: sent }) => sent.has('set-cookie'))).toEqual([]);
    }
    const { rows } = await api.pool.query(
      "SELECT url FROM products WHERE url !~* '^https?://[^[:cntrl:]]+$'",
    );
    expect(rows).toEqual([]);
    // A terminal that shows the log obeys no text in it.
    expect(logLines.length).toBeGreaterThan(CORPUS.length);
    expect(
      logLines.filter((line) => /(?!\n$)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(line)),
    ).toEqual([]);
  },
  timeoutMs,
);
