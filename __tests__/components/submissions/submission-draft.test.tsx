import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemberPage } from '@/components/layout/member-page';
import { SubmissionEditor } from '@/components/submissions/submission-editor';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { clearSessionToken } from '@/lib/session-token';
import { storeSubmissionDraft } from '@/lib/submissions/submission-state';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { signInOnScreen } from '../../setup/screen-member';
import { answersForMember, buildPreview } from '../../setup/submission-answers';
import { click, continueWith, field, firstURL, openEditor, tagField } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

const fake = (more = {}) =>
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    ...more,
  });

async function writeDraft() {
  await continueWith('acme.example');
  await userEvent.type(tagField(), 'charts{Enter}');
  await userEvent.type(field('Description (optional)'), 'Half a sentence');
}

it('restores the draft after a reload, discards it on request, and brings it back', async () => {
  fake();
  const { unmount } = openEditor();
  await writeDraft();
  unmount();

  openEditor();
  expect(screen.getByText(/^Draft restored/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
  expect(screen.getByRole('button', { name: 'Remove Charts' })).toBeInTheDocument();

  await userEvent.click(screen.getAllByRole('button', { name: 'Start over' })[0] ?? document.body);
  expect(firstURL()).toHaveValue('');
  expect(screen.getByText('Draft discarded.').closest('[role="status"]')).toHaveFocus();
  await waitFor(() => expect(localStorage).toHaveLength(0));

  await click('Bring it back');
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
  await waitFor(() => expect(localStorage).toHaveLength(1));
});

it('saves the draft when typing pauses', async () => {
  fake();
  openEditor();
  await userEvent.type(firstURL(), 'acme.ex');
  await waitFor(() => expect(localStorage.getItem('submission-draft:1:new')).toContain('acme.ex'));
});

it('keeps the draft of another tab when nothing was typed in this one', () => {
  fake();
  const { unmount } = openEditor();
  const values = {
    url: 'b.example',
    name: 'B',
    tagline: '',
    description: '',
    tags: [],
    iconURL: null,
    screenshotURL: null,
    isMaker: null,
    fields: {},
  };
  storeSubmissionDraft({ values, step: 'form', pageImages: { iconURL: null, screenshotURL: null } }, '1');
  unmount();
  expect(localStorage.getItem('submission-draft:1:new')).toContain('b.example');
});

it('does not bring a draft back that another tab has sent, when this tab is closed', async () => {
  fake();
  const first = openEditor();
  await userEvent.type(firstURL(), 'acme.ex');
  first.unmount();
  const second = openEditor();
  expect(screen.getByText(/^Draft restored/)).toBeInTheDocument();
  storeSubmissionDraft(undefined, '1');
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage).toHaveLength(0);
  second.unmount();
  expect(localStorage).toHaveLength(0);
});

it('shows a draft only to the member who wrote it', async () => {
  fake();
  const { unmount } = openEditor('1');
  await writeDraft();
  unmount();

  openEditor('2');
  expect(firstURL()).toHaveValue('');
  expect(screen.queryByText(/^Draft restored/)).not.toBeInTheDocument();
});

it('keeps the draft when submitting fails and the page is left', async () => {
  fake({ 'POST /user/private/products': () => refuse(503, 'unavailable', 'Back in a moment.') });
  const { unmount } = openEditor();
  await writeDraft();
  await click('Submit this tool');
  await screen.findByText(/Back in a moment/);
  unmount();

  openEditor();
  await screen.findByText(/^Draft restored/);
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
});

it('restores the draft after the session ended and the member signed in again', async () => {
  fake({ 'POST /user/private/products': () => refuse(401, 'unauthenticated', 'Please sign in again.') });
  renderScreen(
    <MemberPage title="Submit a tool" invitation="Sign in to submit a tool">
      {(user) => <SubmissionEditor userId={user.id} />}
    </MemberPage>,
    { path: '/account/submit' },
  );
  await screen.findByRole('textbox', { name: 'Paste the link' });
  await writeDraft();
  await click('Submit this tool');
  expect(await screen.findByText("You're signed out")).toBeInTheDocument();
  await click('Sign in');
  expect(sessionStorage.getItem('intendedRedirect')).toBe('/account/submit');

  act(() => void signInOnScreen());
  expect(await screen.findByText(/^Draft restored/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Description (optional)')).toHaveValue('Half a sentence');
  act(() => clearSessionToken());
});

it('restores a draft whose name ends with half an emoji', () => {
  fake();
  const values = {
    url: 'a.example',
    name: 'A \ud83d',
    tagline: '',
    description: '',
    tags: [],
    iconURL: null,
    screenshotURL: null,
    isMaker: null,
    fields: {},
  };
  storeSubmissionDraft({ values, step: 'form', pageImages: { iconURL: null, screenshotURL: null } }, '1');
  const { unmount } = openEditor();
  expect(field('Name')).toHaveValue('A \ud83d');
  // Before the answers about its link and rules arrive.
  unmount();
});

it('ignores a draft that is malformed or a month old', () => {
  fake();
  localStorage.setItem('submission-draft:1:new', '{"values":');
  const { unmount } = openEditor();
  expect(firstURL()).toHaveValue('');
  unmount();

  const values = {
    url: 'old.example',
    name: '',
    tagline: '',
    description: '',
    tags: [],
    iconURL: null,
    screenshotURL: null,
    isMaker: null,
    fields: {},
  };
  const openSavedAgo = (ms: number) => {
    const savedAt = new Date(Date.now() - ms).toISOString();
    const pageImages = { iconURL: null, screenshotURL: null };
    const draft = { values, step: 'url', pageImages, savedAt };
    localStorage.setItem('submission-draft:1:new', JSON.stringify(draft));
    return openEditor();
  };
  const young = openSavedAgo(30 * DAY_MS - MINUTE_MS);
  expect(firstURL()).toHaveValue('old.example');
  young.unmount();
  openSavedAgo(30 * DAY_MS);
  expect(firstURL()).toHaveValue('');
});
