import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import SectionPage from '@/pages/moderation/[section]';
import type { OwnPage, OwnPageVersion } from '@/lib/contract/own-page';
import type { Role } from '@/lib/contract/user';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const at = '2026-11-20T10:00:00.000Z';
const about: OwnPage = {
  ...{ id: '7', slug: 'about', title: 'About us', body: 'We list fonts.', place: 'footer', position: 1 },
  ...{ isPublished: true, version: 2, updatedAt: at },
};
const versionOf = (version: number, changes: Partial<OwnPageVersion> = {}): OwnPageVersion => ({
  ...{ version, slug: 'about', title: 'About us', body: 'We list fonts.', place: 'footer', position: 1 },
  ...{ isPublished: true, restored: null, authorHandle: 'mo', createdAt: at },
  ...changes,
});
const user = (role: Role) =>
  ok({
    user: {
      ...{ id: '1', email: 'mo@example.com', name: 'Mo', handle: 'mo', avatarURL: null, role },
      createdAt: '2026-06-01T12:00:00.000Z',
    },
  });

type Answers = Parameters<typeof fakeApi>[0];
function open(answers: Answers, path = '/moderation/pages', role: Role = 'admin') {
  const api = fakeApi({ 'GET /user/private/getProtectedUserInfo': () => user(role), ...answers });
  return { ...api, ...renderScreen(<SectionPage name="pages" />, { path }) };
}
const stored: Answers = {
  'GET /moderation/pages/7': () => ok({ page: about }),
  'GET /moderation/pages/7/versions': () =>
    ok({ versions: [versionOf(2), versionOf(1, { title: 'About', authorHandle: null })], nextCursor: null }),
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('is for admins alone', async () => {
  open({}, '/moderation/pages', 'moderator');
  expect(await screen.findByText('Only admins of this site can write its pages.')).toBeInTheDocument();
});

it('lists the pages with their paths and links', async () => {
  const draft = { ...about, id: '8', slug: 'imprint', title: 'Imprint', place: 'none', isPublished: false };
  open({ 'GET /moderation/pages': () => ok({ pages: [about, draft] }) });
  expect(await screen.findByRole('link', { name: 'About us' })).toHaveAttribute(
    'href',
    '/moderation/pages?id=7',
  );
  expect(screen.getByText(/^Published at \/about · Footer · changed/)).toBeInTheDocument();
  expect(screen.getByText(/^Draft of \/imprint · No link · changed/)).toBeInTheDocument();
});

it('writes a page, with a preview before', async () => {
  const bodies: unknown[] = [];
  const { pushed } = open(
    {
      'POST /moderation/pages/previews': (_, body) => {
        bodies.push(body);
        return ok({ html: '<p>We list <strong>fonts</strong>.</p>' });
      },
      'POST /moderation/pages': (_, body) => {
        bodies.push(body);
        return ok({ page: about });
      },
    },
    '/moderation/pages?id=new',
  );
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'About us');
  await userEvent.type(screen.getByRole('textbox', { name: 'Path' }), '/about');
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'We list **fonts**.');
  await userEvent.click(screen.getByRole('button', { name: 'Show a preview' }));
  const preview = await screen.findByRole('region', { name: 'Preview of the page' });
  expect(within(preview).getByText('fonts', { selector: 'strong' })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Link' }), 'Header and footer');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Published: everybody can read it' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save the page' }));
  await waitFor(() => expect(pushed).toEqual(['/moderation/pages?id=7']));
  expect(bodies).toEqual([
    { body: 'We list **fonts**.' },
    {
      ...{ slug: 'about', title: 'About us', body: 'We list **fonts**.', place: 'header', position: 0 },
      isPublished: true,
    },
  ]);
});

it('says at the field why the path is refused', async () => {
  open(
    {
      'POST /moderation/pages': () =>
        refuse(400, 'bad_request', "The page can't have this path.", { slug: 'The site needs /tags.' }),
    },
    '/moderation/pages?id=new',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save the page' }));
  const path = await screen.findByRole('textbox', { name: 'Path' });
  expect(path).toHaveAccessibleDescription(/The site needs \/tags\.$/);
  expect(path).toHaveFocus();
});

it('keeps what was typed beside what somebody else has saved, and saves it in its place', async () => {
  let page = about;
  const bodies: unknown[] = [];
  open(
    {
      ...stored,
      'GET /moderation/pages/7': () => ok({ page }),
      'PUT /moderation/pages/7': (_, body) => {
        bodies.push(body);
        if (bodies.length > 1) return ok({ page: { ...about, title: 'Mine', version: 4 } });
        page = { ...about, body: 'By Grace.', version: 3 };
        return refuse(409, 'conflict', 'Somebody has changed this page since you opened it.');
      },
    },
    '/moderation/pages?id=7',
  );
  const title = await screen.findByRole('textbox', { name: 'Title' });
  await userEvent.clear(title);
  await userEvent.type(title, 'Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Save the page' }));
  expect(await screen.findByRole('region', { name: 'What somebody else has saved since' })).toHaveTextContent(
    'By Grace.',
  );
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Save mine in its place' }));
  await waitFor(() => expect(bodies).toMatchObject([{ basedOn: 2 }, { basedOn: 3, title: 'Mine' }]));
});

it('brings an earlier version back', async () => {
  const bodies: unknown[] = [];
  open(
    {
      ...stored,
      'POST /moderation/pages/7/versions/1/restore': (_, body) => {
        bodies.push(body);
        return ok({ page: { ...about, version: 3 } });
      },
    },
    '/moderation/pages?id=7',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Bring back version 1' }));
  await waitFor(() => expect(bodies).toEqual([{ basedOn: 2 }]));
});

it('deletes a page once it is asked twice', async () => {
  const { pushed, calls } = open(
    { ...stored, 'DELETE /moderation/pages/7': () => ok({}) },
    '/moderation/pages?id=7',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Delete …' }));
  expect(calls()).not.toContain('DELETE /moderation/pages/7');
  await userEvent.click(screen.getByRole('button', { name: 'Delete the page and its history for good' }));
  await waitFor(() => expect(pushed).toEqual(['/moderation/pages']));
});
