import { readdir } from 'node:fs/promises';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { screen, waitFor, within } from '@testing-library/react';
import ModerationPage from '@/pages/moderation';
import SectionPage from '@/pages/moderation/[section]';
import type { Role } from '@/lib/contract/user';
import { MODERATION_SECTIONS, SECTION_NAMES, type SectionName } from '@/lib/pages/moderation-sections';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const userOf = (role: Role) =>
  ok({
    user: {
      id: '1',
      email: 'mo@example.com',
      name: 'Mo',
      handle: 'mo',
      avatarURL: null,
      role,
      createdAt: '2026-06-01T12:00:00.000Z',
    },
  });
const emptyQueue = () => ok({ products: [], nextCursor: null, pendingCount: 0 });
const notFound = { name: 'Page not found', level: 1 };

const navigation = () => within(screen.getByRole('navigation', { name: 'Moderation' }));

afterEach(() => clearSessionToken());

it('does not exist for a visitor, who asks the server nothing', async () => {
  const api = fakeApi({});
  renderScreen(<ModerationPage />, { path: '/moderation' });
  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
  expect(api.calls()).toEqual([]);
});

it('says nothing until it knows who is looking, and then does not exist for a member', async () => {
  storeSessionToken('token');
  const { style } = document.documentElement;
  style.setProperty('--restored-height', '9000px');
  const answer = held();
  const api = fakeApi({ 'GET /user/private/getProtectedUserInfo': () => answer.answer });
  renderScreen(<ModerationPage />, { path: '/moderation' });
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(screen.getByRole('heading')).toHaveTextContent('Loading');
  expect(style.getPropertyValue('--restored-height')).toBe('9000px');

  answer.send(userOf('member'));

  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
  expect(screen.queryByText('Moderation')).toBeNull();
  // The height of a list that was extended is given up: there is none.
  expect(style.getPropertyValue('--restored-height')).toBe('');
  expect(api.calls()).toEqual(['GET /user/private/getProtectedUserInfo']);
});

it.each(['moderator', 'admin'] as const)('is the queue for a %s', async (role) => {
  storeSessionToken('token');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => userOf(role),
    'GET /moderation/products': emptyQueue,
  });
  renderScreen(<ModerationPage />, { path: '/moderation' });

  expect(await screen.findByRole('heading', { name: 'Moderation', level: 1 })).toBeInTheDocument();
  expect(await screen.findByText("You're all caught up")).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Moderation' })).toHaveAttribute('aria-current', 'page');
  expect(navigation().getByRole('link', { name: 'Queue' })).toHaveAttribute('aria-current', 'page');
});

/** Pages that another page for moderators leads to. */
const linkedElsewhere = new Set(['backups', 'history', 'member', 'setup', 'webhooks']);

it.each([
  ['moderator', ['messages', 'settings', 'pages', 'subscribers']],
  ['admin', []],
] as const)('leads a %s from each page for moderators to all others', async (role, closed) => {
  const unlinked = new Set<string>([...linkedElsewhere, ...closed]);
  storeSessionToken('token');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => userOf(role),
    'GET /moderation/rings': () => ok({ rings: [], nextCursor: null }),
  });
  renderScreen(<SectionPage name="rings" />, { path: '/moderation/rings' });
  await screen.findByRole('heading', { name: 'Rings', level: 1 });

  const pages = await readdir('pages/moderation');
  const listed = pages.filter((file) => file !== '[section].tsx').map((file) => file.replace('.tsx', ''));
  const links = navigation().getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href')).toSorted()).toEqual(
    [
      '/moderation',
      ...[...SECTION_NAMES, ...listed]
        .filter((page) => !unlinked.has(page))
        .map((page) => `/moderation/${page}`),
    ].toSorted(),
  );
  expect(links.map((link) => link.getAttribute('aria-current')).filter(Boolean)).toEqual(['page']);
  // The section of the account that the page is in.
  expect(screen.getByRole('link', { name: 'Moderation' })).toHaveAttribute('aria-current', 'true');
});

it.each([
  ['/moderation/webhooks', 'Jobs'],
  ['/moderation/member', 'Members'],
  ['/moderation/history', 'Queue'],
])('marks on %s the page that leads there', async (path, label) => {
  storeSessionToken('token');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => userOf('moderator'),
    'GET /moderation/rings': () => ok({ rings: [], nextCursor: null }),
  });
  renderScreen(<SectionPage name="rings" />, { path });
  await screen.findByRole('heading', { name: 'Rings', level: 1 });

  const marked = navigation().getAllByRole('link', { current: true });
  expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
});

it('does not exist when the session has ended', async () => {
  storeSessionToken('token');
  fakeApi({
    'GET /user/private/getProtectedUserInfo': () => refuse(401, 'unauthenticated', 'Sign in to do this.'),
  });
  renderScreen(<ModerationPage />, { path: '/moderation' });
  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
});

it.each([
  { page: ModerationPage, query: {}, props: {} },
  { page: SectionPage, query: { section: 'rings' }, props: { name: 'rings' } },
  { page: SectionPage, query: { section: 'no-such' }, props: { name: null } },
])(
  'answers a request for the HTML with status 404, and sets no status when the browser navigates',
  async (each) => {
    const { page, query, props } = each;
    const res = new ServerResponse(new IncomingMessage(new Socket()));
    const asked = { pathname: '/moderation', query, AppTree: () => null };
    expect(await page.getInitialProps({ ...asked, res })).toEqual({ statusCode: 404, ...props });
    expect(res.statusCode).toBe(404);
    expect(await page.getInitialProps(asked)).toMatchObject({ statusCode: 404, ...props });
  },
);

it('does not exist for a moderator either when there is no such section', async () => {
  storeSessionToken('token');
  fakeApi({ 'GET /user/private/getProtectedUserInfo': () => userOf('moderator') });
  renderScreen(<SectionPage name={null} />, { path: '/moderation/no-such' });
  expect(await screen.findByRole('heading', notFound)).toBeInTheDocument();
});

/** What each section asks for first. */
const ASKS: Readonly<Record<SectionName, string>> = {
  ...{ reports: 'reports', suggestions: 'suggestions', members: 'users?order=newest', member: 'users/7' },
  ...{
    appeals: 'appeals',
    sites: 'sites',
    rings: 'rings',
    import: 'imports',
    tags: 'tags',
    merges: 'merges',
  },
  ...{ removals: 'removals', invitations: 'invitations', brakes: 'brakes', jobs: 'jobs' },
  ...{
    settings: 'settings',
    setup: 'setup',
    backups: 'backups',
    pages: 'pages',
    subscribers: 'subscribers',
    webhooks: 'webhooks',
    notices: 'notices',
    messages: 'messages?state=open',
  },
};

it.each(SECTION_NAMES)(
  'shows %s to an admin, under its title, at once after a click on its link',
  async (name) => {
    storeSessionToken('token');
    const api = fakeApi({ 'GET /user/private/getProtectedUserInfo': () => userOf('admin') });
    const asked = { pathname: '/moderation/[section]', query: { section: name }, AppTree: () => null };
    const { Loaded } = await SectionPage.getInitialProps(asked);
    renderScreen(<SectionPage name={name} Loaded={Loaded} />, { path: `/moderation/${name}?id=7` });
    const { title } = MODERATION_SECTIONS[name];
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeInTheDocument();
    await waitFor(() => expect(api.calls().join()).toContain(`GET /moderation/${ASKS[name]}`));
  },
);

it.each(['webhooks', 'messages'] as const)('says on %s that it is for admins', async (name) => {
  storeSessionToken('token');
  fakeApi({ 'GET /user/private/getProtectedUserInfo': () => userOf('moderator') });
  renderScreen(<SectionPage name={name} />, { path: `/moderation/${name}` });
  expect(await screen.findByText(/^Only admins of this site can/)).toBeInTheDocument();
});
