import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { answersForMember, buildPreview } from '../../setup/submission-answers';
import { click, continueWith, field, firstURL, openEditor } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

it('says how long fetching takes, and lets the member fill in the form during that time', async () => {
  const preview = held();
  fakeApi({ ...answersForMember(), 'POST /user/private/products/preview': () => preview.answer });
  openEditor();
  await userEvent.type(firstURL(), 'acme.example');
  await click('Continue');
  expect(await screen.findByText(/up to ten seconds/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');

  await click('Fill it in myself');
  expect(field('Link')).toHaveValue('acme.example');
  preview.send(ok(buildPreview()));
  await userEvent.type(field('Name'), 'Mine');
  expect(field('Name')).toHaveValue('Mine');
  expect(field('Tagline')).toHaveValue('');
});

it('starts with the URL or the name that was searched for; the name of the page replaces the latter', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview({ name: 'Acme Inc.' })),
  });
  const first = openEditor('1', { url: 'https://acme.example' });
  expect(firstURL()).toHaveValue('https://acme.example');
  first.unmount();

  const second = openEditor('1', { name: 'acme' });
  await click('Fill it in myself');
  expect(field('Name')).toHaveValue('acme');
  second.unmount();

  openEditor('2', { name: 'acme' });
  await continueWith('acme.example');
  expect(field('Name')).toHaveValue('Acme Inc.');
});

it('opens the empty form when the page cannot be fetched, with the reason as a note', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () =>
      ok(buildPreview({ name: '', tagline: '', problem: 'The page took too long.' })),
  });
  openEditor();
  await continueWith('acme.example');
  expect(screen.getAllByText('The page took too long.').map(({ role }) => role)).toEqual(['status', null]);
  expect(field('Name')).toHaveValue('');
  expect(field('Name')).toHaveFocus();
});

it("opens the form with the server's message when there were too many previews", async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => refuse(429, 'rate_limited', 'Wait ten minutes.'),
  });
  openEditor();
  await continueWith('acme.example');
  expect(screen.getAllByText('Wait ten minutes.')).toHaveLength(2);
});

it('stays at a URL that cannot be listed, with an error at the field', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () =>
      refuse(400, 'bad_request', 'Refused.', { url: 'That is not on the public web.' }),
  });
  openEditor();
  await userEvent.type(firstURL(), 'localhost');
  await click('Continue');
  await waitFor(() => expect(firstURL()).toHaveAccessibleDescription(/not on the public web/));
  expect(firstURL()).toBeInvalid();
  expect(firstURL()).toHaveFocus();
});

it('sends no request for an invalid URL', async () => {
  const api = fakeApi(answersForMember());
  openEditor();
  await click('Continue');
  expect(await screen.findByText('Paste a link.')).toBeInTheDocument();
  await userEvent.type(firstURL(), 'mailto:me@acme.example');
  expect(firstURL()).toBeValid();
  await click('Continue');
  expect(await screen.findByText("That's not a web link. Links start with https://.")).toBeInTheDocument();
  expect(api.calls().filter((made) => made.startsWith('POST'))).toEqual([]);
});
