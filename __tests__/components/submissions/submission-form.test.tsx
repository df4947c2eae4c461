import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { answersForMember, buildAcmeSubmission, buildPreview } from '../../setup/submission-answers';
import { chosenTags, click, continueWith, field, openEditor, tagField } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

it('asks for the URL alone, fetches its page, and submits what the member edited', async () => {
  const sent: unknown[] = [];
  const api = fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': (_path, body) => {
      sent.push(body);
      return ok(buildPreview());
    },
    'POST /user/private/products': (_path, body) => {
      sent.push(body);
      return ok({ product: buildAcmeSubmission({ status: 'pending', queuePlace: 3 }) });
    },
  });
  const { pushed } = openEditor();
  renderScreen(<ToastRegion />);
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();

  await continueWith('acme.example?utm_source=x');
  expect(field('Link')).toHaveValue('https://acme.example/');
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Tagline')).toHaveValue('Draws charts from plain numbers');
  expect(screen.getAllByText(/Fetched from the page: name and tagline/)).toHaveLength(2);
  expect(tagField()).toHaveFocus();

  await userEvent.clear(field('Tagline'));
  await userEvent.type(field('Tagline'), 'Charts without a spreadsheet');
  await userEvent.type(tagField(), 'charts{Enter}');
  await userEvent.type(field('Description (optional)'), 'It is **quick**.');
  await click('Submit this tool');

  await waitFor(() => expect(pushed).toEqual(['/account/profile?status=pending']));
  expect(await screen.findByText("Thanks for submitting. It's number 3 in the queue.")).toBeInTheDocument();
  expect(sent).toEqual([
    { url: 'acme.example?utm_source=x' },
    {
      url: 'https://acme.example/',
      name: 'Acme',
      tagline: 'Charts without a spreadsheet',
      description: 'It is **quick**.',
      tags: ['Charts'],
      iconURL: null,
      isMaker: null,
      screenshotURL: null,
      fields: {},
    },
  ]);
  // The rules are checked at pauses in the typing, which a busy machine makes.
  const isCheck = (made: string) => made.endsWith('/checks');
  expect(api.calls().filter((made) => made.startsWith('POST') && !isCheck(made))).toHaveLength(2);
  expect(localStorage).toHaveLength(0);
});

it('keeps what the member has written when the page is fetched again', async () => {
  const previews = [
    buildPreview({ tagline: '' }),
    buildPreview({ name: 'Acme 2', tagline: 'From the second page' }),
    buildPreview({ name: 'Acme 3', tagline: 'From the third page' }),
  ];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(previews.shift() ?? {}),
  });
  openEditor();
  await continueWith('acme.example');
  await userEvent.type(field('Tagline'), 'My own sentence');

  await click('Fetch details');
  // Fetched text is replaced, text of the member is not.
  await waitFor(() => expect(field('Name')).toHaveValue('Acme 2'));
  expect(field('Tagline')).toHaveValue('My own sentence');

  await userEvent.type(field('Name'), '!');
  await click('Fetch details');
  await waitFor(() => expect(screen.getAllByText(/anything useful/)).toHaveLength(2));
  expect(field('Name')).toHaveValue('Acme 2!');
  expect(field('Tagline')).toHaveValue('My own sentence');
});

it('shows errors at their fields and focuses the first, without a request', async () => {
  const api = fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview({ tagline: 'Short' })),
  });
  openEditor();
  await continueWith('acme.example');
  await click('Submit this tool');
  await waitFor(() => expect(field('Tagline')).toHaveFocus());
  expect(field('Tagline')).toHaveAccessibleDescription(/Use at least 10 characters to say what it does\./);
  expect(tagField()).toHaveAccessibleDescription(/Choose at least one tag\./);
  expect(screen.getByText('2 fields need another look. The first one has the focus.')).toBeInTheDocument();
  await userEvent.type(field('Tagline'), ' and to the point');
  expect(screen.getByText('One field needs another look.')).toBeInTheDocument();
  expect(api.calls()).not.toContain('POST /user/private/products');
});

it("shows the server's errors at their fields, focuses the first, and keeps all values", async () => {
  const answers = [
    refuse(400, 'bad_request', 'tags.0: No.', { 'tags.0': 'That tag is not taken.', name: 'Not that name.' }),
    refuse(429, 'rate_limited', 'Ten a day are the most. Try again tomorrow.'),
    refuse(503, 'unavailable', 'Back in a moment.'),
  ];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/products': () => answers.shift() ?? ok({}),
  });
  const { pushed } = openEditor();
  await continueWith('acme.example');
  await userEvent.type(tagField(), 'charts{Enter}');
  await click('Submit this tool');
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(field('Name')).toHaveAccessibleDescription('Not that name.');
  expect(tagField()).toHaveAccessibleDescription(/That tag is not taken\./);

  await userEvent.type(field('Name'), '!');
  expect(field('Name')).toBeValid();
  await click('Submit this tool');
  expect(await screen.findByText(/Ten a day are the most/)).toHaveTextContent("We've kept what you wrote.");
  await click('Submit this tool');
  expect(await screen.findByText(/Back in a moment/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme!');
  expect(chosenTags()).toEqual(['Charts']);
  expect(pushed).toEqual([]);
});

it('waits for an upload before it sends, and stops when the upload fails', async () => {
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  const uploads = [held(), held()];
  const [first, second] = uploads;
  const sent: unknown[] = [];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/images': () => uploads.shift()?.answer ?? ok({}),
    'POST /user/private/products': (_path, body) => {
      sent.push(body);
      return refuse(400, 'bad_request', 'screenshotURL: gone.', {
        screenshotURL: 'This image is no longer available.',
      });
    },
  });
  openEditor();
  await continueWith('acme.example');
  await userEvent.type(tagField(), 'charts{Enter}');
  const file = new File(['x'], 'shot.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Screenshot', { selector: 'input' }), file);
  await click('Submit this tool');
  first?.send(refuse(415, 'unsupported_media', 'No.', { file: 'That is no picture.' }));
  expect(await screen.findByText('That is no picture.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a screenshot' })).toHaveFocus());
  expect(sent).toEqual([]);

  window.fetch = () => Promise.resolve(new Response(''));
  await userEvent.upload(screen.getByLabelText('Screenshot', { selector: 'input' }), file);
  await click('Submit this tool');
  second?.send(ok({ imageURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa' }));
  expect(await screen.findByText('This image is no longer available.')).toBeInTheDocument();
  expect(sent).toMatchObject([{ screenshotURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa' }]);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Choose another screenshot' })).toHaveFocus(),
  );
});

it('asks who made the product only where a rule of the site does', async () => {
  const checks = [
    { rule: 'declaration', outcome: 'failed', sentence: 'Say whether you made it.', field: 'isMaker' },
    { rule: 'refusedWords', outcome: 'passed', sentence: 'No refused words.' },
  ];
  const answers = [checks.slice(1), checks];
  const sent: unknown[] = [];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/products/checks': () => ok({ checks: answers.shift() ?? checks }),
    'POST /user/private/products': (_path, body) => {
      sent.push(body);
      return ok({ product: buildAcmeSubmission({ status: 'pending' }) });
    },
  });
  openEditor();
  await continueWith('acme.example');
  expect(await screen.findByText('No refused words.')).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: /^Did you make this tool/ })).not.toBeInTheDocument();

  await userEvent.type(field('Name'), '!');
  expect(await screen.findByText('Say whether you made it.')).toBeInTheDocument();
  const choice = screen.getByRole('combobox', { name: /^Did you make this tool/ });
  await userEvent.selectOptions(choice, 'Yes, I made it');
  expect(choice).toHaveDisplayValue('Yes, I made it');
  await userEvent.type(tagField(), 'charts{Enter}');
  await click('Submit this tool');
  await waitFor(() => expect(sent).toMatchObject([{ isMaker: true }]));
});
