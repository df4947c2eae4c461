import { readdirSync, readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { ToastRegion } from '@/components/layout/app-parts';
import Merges from '@/components/moderation/sections/merges';
import RemovedProducts from '@/components/moderation/sections/removals';
import SiteChecks from '@/components/moderation/sections/sites';
import { TagMerges } from '@/components/moderation/sections/tags';
import { TagProposals } from '@/components/moderation/tags/tag-proposals';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const day = '2026-06-01T12:00:00.000Z';
const reference = (id: string, name: string) => ({
  ...{ id, name, slug: name.toLowerCase(), url: `https://${name.toLowerCase()}.example/`, upvoteCount: 3 },
  ...{ imageURL: '/api/tiles/1.svg', status: 'approved', isOwn: false },
});
const merge = {
  ...{ id: '7', source: reference('1', 'Zed'), target: reference('2', 'Newer'), moderatorHandle: 'mo' },
  ...{
    sourceUpvoteCount: 5,
    targetUpvoteCount: 3,
    createdAt: day,
    undoableUntil: '2026-07-01T12:00:00.000Z',
  },
};
const tag = (id: string, name: string) => ({ id, name, slug: name.toLowerCase(), productCount: 2 });

type Case = { list: ReactElement; get: string; item: object; of: string; send: string; presses: RegExp[] };
const LISTS: Record<string, Case> = {
  merges: {
    ...{ list: <Merges />, get: '/moderation/merges', of: 'merges', send: 'DELETE /moderation/merges/7' },
    ...{ item: merge, presses: [/^Undo/, /^Yes, undo/] },
  },
  sites: {
    ...{ list: <SiteChecks />, get: '/moderation/sites', of: 'siteChecks' },
    ...{ send: 'POST /moderation/sites/1/accept', presses: [/^The site is fine/] },
    item: {
      ...{ product: reference('1', 'Zed'), concern: 'changed', concernSince: day, checkedAt: day },
      ...{ problem: null, before: null, after: null, movedTo: null },
    },
  },
  removals: {
    ...{ list: <RemovedProducts isAdmin={false} />, get: '/moderation/removals', of: 'products' },
    ...{ send: 'POST /moderation/products/1/restore', presses: [/^List again/] },
    item: { id: '1', name: 'Zed', by: 'moderators', removedAt: day },
  },
  'merges of tags': {
    ...{ list: <TagMerges />, get: '/moderation/tag-merges', of: 'merges' },
    ...{ send: 'DELETE /moderation/tag-merges/7', presses: [/^Undo/, /^Yes, undo/] },
    item: {
      ...{ ...merge, source: tag('1', 'Editor'), target: tag('2', 'Editors'), state: 'merged' },
      ...{ sourceProductCount: 2, targetProductCount: 2, productCount: 4 },
    },
  },
  'proposals of tags': {
    ...{ list: <TagProposals />, get: '/moderation/tag-proposals', of: 'proposals' },
    ...{ send: 'DELETE /moderation/tag-proposals/7', presses: [/^Keep apart/] },
    item: {
      ...{ id: '7', source: tag('1', 'Editor'), target: tag('2', 'Editors'), reason: 'plural', score: 90 },
      ...{ sharedCount: null, sampledCount: null },
    },
  },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it.each(Object.entries(LISTS))('move the focus above the list of %s, which they leave', async (_, each) => {
  let items = [each.item];
  fakeApi({
    [`GET ${each.get}`]: () => ok({ [each.of]: items, nextCursor: null }),
    [each.send]: () => {
      items = [];
      return ok({});
    },
  });
  renderScreen(
    <>
      {each.list}
      <ToastRegion />
    </>,
  );
  for (const name of each.presses) await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  await waitFor(() => expect(document.activeElement?.tagName).toBe('P'));
});

it('leave every list of decisions but that of rings, which stay for the next decision', () => {
  const files = readdirSync('components/moderation', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx$/.test(file) && file !== 'moderator-list.tsx')
    .map((file) => [file, readFileSync(`components/moderation/${file}`, 'utf8')] as const);
  const count = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].length;
  const deciding = files.filter(([, text]) => count(/useDecisions\(/g, text) > 0);
  expect(deciding.length).toBeGreaterThan(7);
  const losing = deciding.filter(
    ([, text]) => count(/useDecisions\(/g, text) !== count(/<Intro ref=\{intro\}/g, text),
  );
  expect(losing.map(([file]) => file)).toEqual(['sections/rings.tsx']);
});
