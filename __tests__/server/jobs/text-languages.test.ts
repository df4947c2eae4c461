import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { provideCatalog } from '@/lib/texts/language';
import { findProductCall, productPage } from '@/lib/contract/product';
import { products } from '@/server/db/schema';
import { readLanguagesOfTexts } from '@/server/jobs/product-jobs';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { parseXML } from '../../setup/parse-xml';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator } = setUpModerationCalls(api);

afterEach(() => provideCatalog(undefined));

const GERMAN = {
  name: 'Rechnungsheft',
  tagline: 'Rechnungen und Angebote für Selbstständige, auf dem eigenen Server',
  descriptionHTML:
    '<p>Ein einfaches Werkzeug, mit dem Sie Rechnungen schreiben und Ihre Ausgaben erfassen. Alle Daten bleiben auf Ihrem eigenen Server.</p><pre>the code that is the same in each of the languages of the world</pre>',
};
const JAPANESE = {
  name: '請求書',
  tagline: '請求書を作成するツール',
  descriptionHTML: '<p>Notion や Slack と連携できます。データはあなたのサーバーに残ります。</p>',
};
const ENGLISH = {
  tagline: 'Invoices and quotes for freelancers, on a server of their own',
  descriptionHTML:
    '<p>A simple tool with which you write invoices and keep track of what you spend. All data stays on your own server, and the reminders for your customers are sent by themselves.</p>',
};

const readAll = () => readLanguagesOfTexts.run(api.deps(), new AbortController().signal);
const productAt = async (slug: string) =>
  findProductCall.answer.parse((await api.request('GET', `/api/products/${slug}`)).body).product;
const shownOf = async (slug: string) => (await productAt(slug)).languages;
const shownInList = async () => {
  const { products: rows } = productPage.parse((await api.request('GET', '/api/products?sort=new')).body);
  return Object.fromEntries(rows.map(({ slug, languages }) => [slug, languages]));
};

it.each([
  ['German', GERMAN, { tagline: 'de', description: 'de', name: 'de' }],
  ['Japanese', JAPANESE, { name: 'ja', tagline: 'ja', description: 'ja' }],
  ['English, as the site', ENGLISH, undefined],
  [
    'a German description alone',
    { ...ENGLISH, descriptionHTML: GERMAN.descriptionHTML },
    { description: 'de' },
  ],
  ['Chinese', { tagline: '一个简单的开票工具' }, { tagline: 'zh' }],
  ['Korean', { tagline: '간단한 청구서 도구와 Slack 알림' }, { tagline: 'ko' }],
  ['Hebrew', { name: 'חשבון', tagline: 'כלי פשוט לחשבוניות' }, { name: 'he', tagline: 'he' }],
  ['Greek', { tagline: 'Απλό εργαλείο τιμολόγησης' }, { tagline: 'el' }],
  ['Thai', { tagline: 'เครื่องมือออกใบแจ้งหนี้' }, { tagline: 'th' }],
  ['Arabic', { name: 'فواتير', tagline: 'أداة بسيطة لإنشاء الفواتير' }, { name: 'ar', tagline: 'ar' }],
  [
    'Persian',
    { tagline: 'ابزاری ساده برای ایجاد فاکتور و پیشنهاد قیمت آنلاین با یادآوری خودکار برای مشتریان شما' },
    { tagline: 'fa' },
  ],
  ['a little Cyrillic', { tagline: 'Простой счёт' }, undefined],
  [
    'Russian',
    { tagline: 'Простой инструмент для создания счетов и предложений с автоматическими напоминаниями' },
    { tagline: 'ru' },
  ],
  [
    'Danish, which is no Swedish',
    {
      tagline: 'Fakturaer og tilbud på din egen server',
      descriptionHTML:
        '<p>Et enkelt værktøj til at oprette fakturaer og tilbud med automatiske påmindelser til dine kunder. Programmet kører på din egen server, og dine data bliver hos dig. Du kan indstille skabeloner, sprog og valuta.</p>',
    },
    undefined,
  ],
  ['a few words', { tagline: 'Rechnungen & mehr' }, undefined],
])('says in which language texts are: %s', async (_, texts, languages) => {
  await buildProduct(api.db, { slug: 'one', ...texts });
  await readAll();
  expect(await shownOf('one')).toEqual(languages);
});

it('says it in lists, feeds and embeds, of texts in another language than that of the site alone', async () => {
  await buildProduct(api.db, { slug: 'english', ...ENGLISH });
  await buildProduct(api.db, { slug: 'german', ...GERMAN });
  await readAll();
  expect(await shownInList()).toEqual({ german: { tagline: 'de', name: 'de' }, english: undefined });

  const page = await api.request('GET', '/embed/tool/german');
  expect(page.text).toContain(`<span class="tagline" dir="auto" lang="de">${GERMAN.tagline}</span>`);
  const { text: atom } = await api.request('GET', '/feed.xml');
  expect(atom).toContain(`<title xml:lang="de">${GERMAN.name}</title>`);
  expect(atom).toContain(`<summary xml:lang="de">${GERMAN.tagline}</summary>`);
  expect(atom).toContain(`<summary>${ENGLISH.tagline}</summary>`);
  expect(atom).toContain('&lt;div lang=&quot;de&quot;&gt;&lt;p&gt;Ein einfaches Werkzeug');
  expect(JSON.stringify(parseXML((await api.request('GET', '/rss.xml')).text, []))).toContain(
    '"dc:language":"de"',
  );
  const feed = z.object({ items: z.array(z.looseObject({ language: z.optional(z.string()) })) });
  const { items } = feed.parse(JSON.parse((await api.request('GET', '/feed.json')).text));
  expect(items.map(({ language }) => language).toSorted()).toEqual(['de', undefined]);

  provideCatalog({ language: 'de-AT', direction: 'ltr', prefix: '', messages: new Map() });
  expect(await shownOf('german')).toBeUndefined();
  expect(await shownOf('english')).toEqual({ tagline: 'en', description: 'en' });
});

it('reads what is new or changed, and nothing again', async () => {
  const { id } = await buildProduct(api.db, { slug: 'one', ...GERMAN });
  await readAll();
  const version = async () => {
    const { rows } = await api.db.execute(
      sql`SELECT xmin::text AS version, languages FROM products WHERE id = ${id}`,
    );
    return rows;
  };
  const read = await version();
  await readAll();
  expect(await version()).toEqual(read);
  await api.db.update(products).set({ upvoteCount: 3 }).where(eq(products.id, id));
  expect(await shownOf('one')).toMatchObject({ tagline: 'de' });
  await api.db.update(products).set(ENGLISH).where(eq(products.id, id));
  expect(await shownOf('one')).toBeUndefined();
  await readAll();
  expect(await shownOf('one')).toBeUndefined();
  await api.db.update(products).set(JAPANESE).where(eq(products.id, id));
  await readAll();
  expect(await shownOf('one')).toEqual({ name: 'ja', tagline: 'ja', description: 'ja' });
});

it('says in which language the reason is why a product is discontinued, until another reason is given', async () => {
  const { headers } = await buildModerator();
  const { id } = await buildProduct(api.db, { slug: 'one', ...ENGLISH });
  const discontinue = (reason: string) =>
    api.request('PUT', `/api/moderation/products/${id}/discontinuation`, {
      headers,
      body: { discontinuedOn: '2026-05-03', reason },
    });
  const shown = async () => (await productAt('one')).discontinuation?.languages;
  await discontinue('Die Firma hat ihren Betrieb eingestellt, und der Dienst ist nicht mehr zu erreichen.');
  await readAll();
  expect(await shown()).toEqual({ reason: 'de' });
  await discontinue('The company has closed, and its service cannot be reached any more since last week.');
  expect(await shown()).toBeUndefined();
});
