import { HOUR_MS } from '@/lib/contract/plain/durations';
import { createIssue, composeIssue, createIssueReader } from '@/server/commands/newsletter/issue';
import { newsletterSubscribers } from '@/server/db/schema';
import { newsletterIssues } from '@/server/db/schema/task-schema';
import { hashToken } from '@/server/base/token';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import { buildProduct } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const approvedAt = new Date(testNow.getTime() - HOUR_MS);

const subscribe = (email: string, overrides: Partial<typeof newsletterSubscribers.$inferInsert> = {}) =>
  api.db.insert(newsletterSubscribers).values({
    ...{ email, status: 'confirmed', confirmedAt: approvedAt },
    ...{ tokenHash: hashToken(email), tokenSentAt: approvedAt },
    ...overrides,
  });
const countIssues = () => api.db.$count(newsletterIssues);

it('does not use the week up for an issue without a recipient', async () => {
  await buildProduct(api.db, { approvedAt, name: 'Fig', tags: ['Charts'] });
  await buildProduct(api.db, { approvedAt: new Date(testNow.getTime() - 300 * HOUR_MS), tags: ['Maps'] });
  const tagOf = async (slug: string) => (await findTagBySlug(api.db, slug))?.id ?? '';
  await subscribe('new@x.example', { status: 'unconfirmed', confirmedAt: null });
  await subscribe('gone@x.example', { status: 'unsubscribed' });
  await subscribe('other-list@x.example', { list: 'other' });
  await subscribe('maps@x.example', { tagIds: [await tagOf('maps')] });
  expect(await createIssue(api.deps())).toBe('no-recipients');
  expect(await countIssues()).toBe(0);

  await subscribe('charts@x.example', { tagIds: [await tagOf('maps'), await tagOf('charts')] });
  expect(await createIssue(api.deps())).toBe('queued');
  expect(await createIssue(api.deps())).toBe('exists');
  expect(await countIssues()).toBe(1);
});

it('creates the issue for somebody who wants all', async () => {
  await buildProduct(api.db, { approvedAt });
  await subscribe('ada@x.example');
  expect(await createIssue(api.deps())).toBe('queued');
});

it("has the owner's subject and greeting, and who runs the site, as text", async () => {
  await buildProduct(api.db, { approvedAt, name: 'Fig' });
  const { env, ...others } = api.deps();
  const products = await createIssueReader(others)({ since: new Date(0), until: testNow }, null);
  const compose = (changes: object) =>
    composeIssue({ ...others, env: { ...env, ...changes } }, { products, until: testNow, subscriberId: '1' });
  const ours = compose({});
  expect(ours.subject).toBe("The week's best tools: Fig");
  const own = compose({
    operator: { name: 'Ada <Ltd.>', address: '1 Main Street', email: 'ada@example.com' },
    newsletter: { ...env.newsletter, subject: '[name], and more of [day]', greeting: 'Hello <b>all</b>!' },
  });
  expect(own.subject).toMatch(/^Fig, and more of \w+ \d+, 2026$/);
  expect(own.text).toContain('\n\nHello <b>all</b>!\n\n1. Fig\n');
  expect(own.text).toMatch(/\n\nAda <Ltd\.>\n1 Main Street$/);
  expect(own.html).toContain('Hello &lt;b&gt;all&lt;/b&gt;!');
  expect(own.html).toContain('<br><bdi>Ada &lt;Ltd.&gt;</bdi><br><bdi>1 Main Street</bdi>');
  expect(ours.html).not.toContain('<bdi>Ada');
});
