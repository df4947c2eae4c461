import { screen } from '@testing-library/react';
import ModerationLogPage, { getServerSideProps } from '@/pages/moderation-log';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { loadPropsAt } from '../../setup/load-page-at';
import { renderScreen } from '../../setup/render-screen';

const entry = (id: string, product: { slug: string; name: string } | null) => ({
  ...{ id, action: product ? 'product.approve' : 'product.reject', subjectKind: 'product', productId: '7' },
  ...{ product, createdAt: '2026-11-01T09:30:00.001Z', hash: `${id}abcdef`.repeat(9) },
});

it('shows what moderators did, with links to what is public, and leads on', async () => {
  fakeApi({
    'GET /moderation-log': () =>
      ok({
        entries: [entry('52', null), entry('51', { slug: 'figgle', name: 'Figgle' })],
        nextCursor: 'c.1',
      }),
  });
  renderScreen(<ModerationLogPage {...await loadPropsAt(getServerSideProps, '/moderation-log')} />);

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    "Rejected a submission or an edit: a tool that isn't public#52 · Nov 1, 2026, 09:30 UTC · 52abcdef52ab",
    'Approved: Figgle#51 · Nov 1, 2026, 09:30 UTC · 51abcdef51ab',
  ]);
  expect(screen.getByRole('link', { name: 'Approved: Figgle' })).toHaveAttribute('href', '/tool/figgle');
  expect(screen.getByRole('link', { name: 'Older entries' })).toHaveAttribute(
    'href',
    '/moderation-log?after=c.1',
  );
  expect(screen.queryByRole('link', { name: 'Newest entries' })).toBeNull();
  expect(screen.queryByText('No moderator has decided anything yet.')).toBeNull();
});

it('leads back from a later page, and says when nothing was decided', async () => {
  const api = fakeApi({ 'GET /moderation-log': () => ok({ entries: [], nextCursor: null }) });
  renderScreen(<ModerationLogPage {...await loadPropsAt(getServerSideProps, '/moderation-log?after=c.1')} />);
  expect(api.calls()).toEqual(['GET /moderation-log?after=c.1']);
  expect(screen.getByText('No moderator has decided anything yet.')).toBeInTheDocument();
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Older entries' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Newest entries' })).toHaveAttribute('href', '/moderation-log');
});

it('says that it is away while the server is', async () => {
  fakeApi({ 'GET /moderation-log': () => refuse(503, 'unavailable', 'Away.') });
  renderScreen(<ModerationLogPage {...await loadPropsAt(getServerSideProps, '/moderation-log')} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("We'll be right back");
});
