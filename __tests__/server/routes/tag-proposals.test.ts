import { listTagProposalsCall } from '@/lib/contract/tag-merge';
import { proposeTagMerges } from '@/server/jobs/tag-jobs';
import { listUncomparedTags } from '@/server/queries/tags/tag-proposals';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTagCalls, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, runJob, change, idOf, merge } = setUpTagCalls(api);
const { auditLog } = setUpModerationCalls(api);

const compare = () => proposeTagMerges.run(api.deps(), new AbortController().signal);

async function list(headers: Record<string, string>) {
  const { body } = await api.request('GET', '/api/moderation/tag-proposals', { headers });
  return listTagProposalsCall.answer.parse(body).proposals;
}
const pairsOf = async (headers: Record<string, string>) =>
  (await list(headers)).map(({ source, target, reason }) => `${source.slug} ${target.slug} ${reason}`);

let number = 0;
async function buildTagged(count: number, ...tags: string[]) {
  for (let added = 0; added < count; added += 1) {
    number += 1;
    await buildProduct(api.db, { slug: `tagged-${number}`, tags });
  }
}

it('proposes tags that differ in hyphens, number or one letter, and those with the same products', async () => {
  const headers = await signInModerator();
  await buildTagged(2, 'Web Design', 'Libraries', 'Framework');
  await buildTagged(1, 'Webdesign', 'Library', 'Frameworc');
  await buildTagged(6, 'Docs', 'Manuals');
  await buildTagged(1, 'Manuals');
  await buildTagged(1, 'Python 2', 'Python 3', 'CSS', 'CS', 'Go');

  await compare();

  expect(await list(headers)).toMatchObject([
    {
      ...{ source: { slug: 'webdesign' }, target: { slug: 'web-design', productCount: 2 } },
      ...{ reason: 'spelling', score: 95, sharedCount: null },
    },
    { source: { slug: 'library' }, target: { slug: 'libraries' }, reason: 'plural', score: 90 },
    {
      ...{ source: { slug: 'docs' }, target: { slug: 'manuals' }, reason: 'together' },
      ...{ score: 86, sharedCount: 6 },
    },
    { source: { slug: 'frameworc' }, target: { slug: 'framework' }, reason: 'typo', score: 69 },
  ]);
});

it('compares only what is new or has other products, and forgets what no longer holds', async () => {
  const headers = await signInModerator();
  await buildTagged(6, 'Docs', 'Manuals');
  await compare();
  expect(await listUncomparedTags(api.db, 10)).toEqual([]);
  expect(await pairsOf(headers)).toEqual(['manuals docs together']);

  await buildTagged(8, 'Docs');

  expect((await listUncomparedTags(api.db, 10)).map(({ slug }) => slug)).toEqual(['docs']);
  await compare();
  expect(await pairsOf(headers)).toEqual([]);
});

it('never proposes again what was dismissed, and logs that once', async () => {
  const headers = await signInModerator();
  await buildTagged(1, 'Tool', 'Tools');
  await compare();
  const [proposal] = await list(headers);
  const dismiss = () => api.request('DELETE', `/api/moderation/tag-proposals/${proposal?.id}`, { headers });

  expect([(await dismiss()).status, (await dismiss()).status]).toEqual([200, 404]);

  await buildTagged(1, 'Tool');
  await compare();
  expect(await pairsOf(headers)).toEqual([]);
  expect((await auditLog()).map(({ action, details }) => [action, details])).toEqual([
    ['tag.dismiss-proposal', { one: 'Tool', other: 'Tools' }],
  ]);
});

it('proposes no hidden or merged tag, none above or below the other, and those that got another name', async () => {
  const headers = await signInModerator();
  await buildTagged(2, 'Tools', 'Editors', 'Hosts');
  await buildTagged(1, 'Tool', 'Editor', 'Host');
  await buildTagged(1, 'Page', 'Pages');
  const parentId = await idOf('pages');
  expect((await change(headers, 'page', ['PUT', 'parent', { parentId }])).status).toBe(200);
  await compare();
  expect((await pairsOf(headers)).toSorted()).toEqual([
    ...['editor editors plural', 'host hosts plural', 'tool tools plural'],
  ]);

  await merge(headers, 'tool', 'tools');
  await change(headers, 'editor', ['PUT', 'hidden']);
  await change(headers, 'host', ['PUT', 'name', { name: 'Other', slug: 'other' }]);
  await runJob();
  await compare();

  expect(await pairsOf(headers)).toEqual([]);
});
