import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemberPage } from '@/components/layout/member-page';
import { SubmissionEditor } from '@/components/submissions/submission-editor';
import { clearSessionToken } from '@/lib/session-token';
import { storeSubmissionDraft } from '@/lib/submissions/draft';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';
import { answersForMember, buildPreview } from '../../setup/submission-answers';

const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => localStorage.clear());

const render = (userId = '1') => renderScreen(<SubmissionEditor userId={userId} />);
const fake = (more = {}) =>
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    ...more,
  });

async function write() {
  await userEvent.type(field('Paste the address'), 'acme.example');
  await press('Continue');
  await screen.findByRole('textbox', { name: 'Name' });
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'charts{Enter}');
  await userEvent.type(field('Description (optional)'), 'Half a sentence');
}

it('restores what was written when the page comes back, and starts over when asked, with a way back', async () => {
  fake();
  const { unmount } = render();
  await write();
  unmount();

  render();
  expect(screen.getByText(/^Draft restored/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
  expect(screen.getByRole('button', { name: 'Remove Charts' })).toBeInTheDocument();

  await userEvent.click(screen.getAllByRole('button', { name: 'Start over' })[0] ?? document.body);
  expect(field('Paste the address')).toHaveValue('');
  expect(screen.getByText('Draft discarded.').closest('[role="status"]')).toHaveFocus();
  await waitFor(() => expect(localStorage).toHaveLength(0));

  await press('Bring it back');
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
  await waitFor(() => expect(localStorage).toHaveLength(1));
});

it('keeps what was written a moment after writing pauses, without leaving the page', async () => {
  fake();
  render();
  await userEvent.type(field('Paste the address'), 'acme.ex');
  await waitFor(() => expect(localStorage.getItem('submission-draft:1:new')).toContain('acme.ex'));
});

it('leaves the draft of another tab alone when nothing was written in this one', () => {
  fake();
  const { unmount } = render();
  const values = { url: 'b.example', name: 'B', tagline: '', description: '', tags: [], imageURL: null };
  storeSubmissionDraft({ values, isPastAddress: true, pageImageURL: null }, '1');
  unmount();
  expect(localStorage.getItem('submission-draft:1:new')).toContain('b.example');
});

it('shows a draft to nobody but its member', async () => {
  fake();
  const { unmount } = render('1');
  await write();
  unmount();

  render('2');
  expect(field('Paste the address')).toHaveValue('');
  expect(screen.queryByText(/^Draft restored/)).not.toBeInTheDocument();
});

it('keeps the draft when a submit fails and the page is left after it', async () => {
  fake({ 'POST /user/private/products': () => refuse(503, 'unavailable', 'Back in a moment.') });
  const { unmount } = render();
  await write();
  await press('Submit this tool');
  await screen.findByText(/Back in a moment/);
  unmount();

  render();
  await screen.findByText(/^Draft restored/);
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
});

it('survives the end of the session: the page asks to sign in, and then shows the draft', async () => {
  fake({ 'POST /user/private/products': () => refuse(401, 'unauthenticated', 'Please sign in again.') });
  renderScreen(
    <MemberPage title="Submit a tool" purpose="submit a tool">
      {(user) => <SubmissionEditor userId={user.id} />}
    </MemberPage>,
    { path: '/account/submit' },
  );
  await screen.findByRole('textbox', { name: 'Paste the address' });
  await write();
  await press('Submit this tool');
  expect(await screen.findByText("You're signed out")).toBeInTheDocument();
  await press('Sign in');
  expect(sessionStorage.getItem('intendedRedirect')).toBe('/account/submit');

  act(() => void signInOnScreen());
  expect(await screen.findByText(/^Draft restored/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
  act(() => clearSessionToken());
});

it('begins anew when what is kept cannot be read, or is a month old', () => {
  fake();
  localStorage.setItem('submission-draft:1:new', '{"values":');
  const { unmount } = render();
  expect(field('Paste the address')).toHaveValue('');
  unmount();

  const values = { url: 'old.example', name: '', tagline: '', description: '', tags: [], imageURL: null };
  const old = { values, isPastAddress: false, pageImageURL: null, savedAt: '2020-01-01T00:00:00.000Z' };
  localStorage.setItem('submission-draft:1:new', JSON.stringify(old));
  render();
  expect(field('Paste the address')).toHaveValue('');
});
