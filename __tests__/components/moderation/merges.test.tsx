import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Merges from '@/components/moderation/sections/merges';
import { ToastRegion } from '@/components/layout/app-parts';
import { MergeForm } from '@/components/products/forms/merge-form';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

const reference = (id: string, name: string, upvoteCount: number) => ({
  ...{ id, name, upvoteCount, slug: name.toLowerCase(), url: `https://${name.toLowerCase()}.example/` },
  ...{ imageURL: '/api/tiles/1.svg', status: 'approved', isOwn: false },
});
const source = reference('1', 'Zed', 500);
const target = reference('2', 'Newer', 680);
const merge = {
  ...{ id: '7', source, target, sourceUpvoteCount: 500, targetUpvoteCount: 300, moderatorHandle: 'mo' },
  ...{ createdAt: '2026-06-01T12:00:00.000Z', undoableUntil: '2026-07-01T12:00:00.000Z' },
};
const hit = {
  ...{ objectID: '2', id: '2', title: 'Newer', imageURL: '/api/tiles/2.svg', url: '/tool/newer' },
  ...{ content: 'What it does.', tags: [], upvoteCount: 0 },
};
const search = {
  'POST /1/indexes/*/queries': () =>
    Response.json({ results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] }),
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('shows what a merge would do before it is sent, and leads to the product that stays', async () => {
  let sent: unknown;
  fakeApi({
    ...search,
    'GET /moderation/products/1/merge': () =>
      ok({
        ...{ source, target: { ...target, upvoteCount: 300 } },
        ...{
          upvotes: { source: 500, target: 300, after: 680 },
          bookmarks: { source: 4, target: 2, after: 5 },
        },
      }),
    'POST /moderation/products/1/merge': (_, body) => {
      sent = body;
      return ok({ merge });
    },
  });
  const { pushed } = renderScreen(<MergeForm product={buildWireProduct(1, { name: 'Zed', slug: 'zed' })} />, {
    path: '/tool/zed',
  });
  await userEvent.click(screen.getByText(/^Moderators:/));
  expect(screen.queryByRole('button', { name: /Merge/ })).not.toBeInTheDocument();
  await userEvent.type(screen.getByRole('combobox', { name: 'Merge into' }), 'newe');
  await screen.findByRole('option', { name: 'Newer' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  const counts = await screen.findByRole('table', { name: 'Counts before and after the merge' });
  expect(within(counts).getByRole('row', { name: 'Upvotes 500 300 680' })).toBeInTheDocument();
  expect(sent).toBeUndefined();

  await userEvent.click(screen.getByRole('button', { name: 'Merge Zed into Newer' }));

  await waitFor(() => expect(pushed).toEqual(['/tool/newer']));
  expect(sent).toEqual({ intoId: '2' });
});

it('says why two products cannot be merged, and offers no button', async () => {
  fakeApi({
    ...search,
    'GET /moderation/products/1/merge': () =>
      refuse(409, 'conflict', 'Zed has an edit in the queue. Decide on that first.'),
  });
  renderScreen(<MergeForm product={buildWireProduct(1, { name: 'Zed' })} />);
  await userEvent.click(screen.getByText(/^Moderators:/));
  await userEvent.type(screen.getByRole('combobox', { name: 'Merge into' }), 'newe');
  await screen.findByRole('option', { name: 'Newer' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('Zed has an edit in the queue. Decide on that first.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Merge/ })).not.toBeInTheDocument();
});

it('asks before it undoes a merge, and says why that failed', async () => {
  const api = fakeApi({
    'GET /moderation/merges': () => ok({ merges: [merge], nextCursor: null }),
    'DELETE /moderation/merges/7': () =>
      refuse(409, 'conflict', 'Third was merged later. Undo that merge first.'),
  });
  renderScreen(
    <>
      <Merges />
      <ToastRegion />
    </>,
  );
  const item = await screen.findByRole('listitem');
  expect(item).toHaveTextContent('500 upvotes and 300 upvotes before, 680 upvotes now');
  await userEvent.click(within(item).getByRole('button', { name: 'Undo the merge of Zed' }));
  expect(api.calls()).toEqual(['GET /moderation/merges']);
  await userEvent.click(within(item).getByRole('button', { name: 'Keep merged' }));
  await userEvent.click(within(item).getByRole('button', { name: 'Undo the merge of Zed' }));
  await userEvent.click(within(item).getByRole('button', { name: 'Yes, undo the merge of Zed' }));
  expect(await screen.findByText('Third was merged later. Undo that merge first.')).toBeInTheDocument();
  expect(api.calls()).toContain('DELETE /moderation/merges/7');
});

it('undoes a merge, and loads the list again', async () => {
  let merges = [merge];
  fakeApi({
    'GET /moderation/merges': () => ok({ merges, nextCursor: null }),
    'DELETE /moderation/merges/7': () => {
      merges = [];
      return ok({});
    },
  });
  renderScreen(
    <>
      <Merges />
      <ToastRegion />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge of Zed' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes, undo the merge of Zed' }));
  expect(await screen.findByText('The merge of Zed and Newer was undone.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
});
