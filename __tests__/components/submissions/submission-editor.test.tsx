import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SubmissionEditor } from '@/components/submissions/submission-editor';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import {
  answersForMember,
  buildOwnProduct,
  buildPreview,
  buildReference,
} from '../../setup/submission-answers';

const startAddress = () => screen.getByRole('textbox', { name: 'Paste the address' });
const field = (name: string) => screen.getByRole('textbox', { name });
const tags = () => screen.getByRole('combobox', { name: 'Tags' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const chips = () =>
  within(screen.getByRole('list', { name: 'Chosen tags' }))
    .queryAllByRole('listitem')
    .map((chip) => chip.textContent);

beforeEach(() => localStorage.clear());

const render = () => renderScreen(<SubmissionEditor userId="1" />);

async function fillInByHand(address = 'acme.example') {
  await userEvent.type(startAddress(), address);
  await press('Continue');
  await screen.findByRole('textbox', { name: 'Name' });
}

it('begins with the address alone, reads the page, and submits what the member made of it', async () => {
  const sent: unknown[] = [];
  const api = fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': (_path, body) => {
      sent.push(body);
      return ok(buildPreview());
    },
    'POST /user/private/products': (_path, body) => {
      sent.push(body);
      return ok({ product: buildOwnProduct({ status: 'pending', queuePlace: 3 }) });
    },
  });
  const { pushed } = render();
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();

  await fillInByHand('acme.example?utm_source=x');
  expect(field('Address')).toHaveValue('https://acme.example/');
  expect(field('Name')).toHaveValue('Acme');
  expect(field('Tagline')).toHaveValue('Draws charts from plain numbers');
  expect(screen.getAllByText(/Read from the page: name and tagline/)).toHaveLength(2);
  expect(tags()).toHaveFocus();

  await userEvent.clear(field('Tagline'));
  await userEvent.type(field('Tagline'), 'Charts without a spreadsheet');
  await userEvent.type(tags(), 'charts{Enter}');
  await userEvent.type(field('Description (optional)'), 'It is **quick**.');
  await press('Submit this tool');

  await waitFor(() => expect(pushed).toEqual(['/account/profile?status=pending']));
  expect(sent).toEqual([
    { url: 'acme.example?utm_source=x' },
    {
      url: 'https://acme.example/',
      name: 'Acme',
      tagline: 'Charts without a spreadsheet',
      description: 'It is **quick**.',
      tags: ['Charts'],
      imageURL: null,
    },
  ]);
  expect(api.calls().filter((made) => made.startsWith('POST'))).toHaveLength(2);
  expect(localStorage).toHaveLength(0);
});

it('says how long reading takes, and lets the member go on by hand', async () => {
  const preview = held();
  fakeApi({ ...answersForMember(), 'POST /user/private/products/preview': () => preview.answer });
  render();
  await userEvent.type(startAddress(), 'acme.example');
  await press('Continue');
  expect(await screen.findByText(/up to ten seconds/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');

  await press('Fill in by hand');
  expect(field('Address')).toHaveValue('acme.example');
  preview.send(ok(buildPreview()));
  await userEvent.type(field('Name'), 'Mine');
  expect(field('Name')).toHaveValue('Mine');
  expect(field('Tagline')).toHaveValue('');
});

it('goes on by hand when the page cannot be read, and says why without alarm', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () =>
      ok(buildPreview({ name: '', tagline: '', problem: 'The page took too long.' })),
  });
  render();
  await fillInByHand();
  expect(screen.getAllByText('The page took too long.').map(({ role }) => role)).toEqual(['status', null]);
  expect(field('Name')).toHaveValue('');
  expect(field('Name')).toHaveFocus();
});

it('goes on by hand when there were too many previews, and keeps the sentence', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => refuse(429, 'rate_limited', 'Wait ten minutes.'),
  });
  render();
  await fillInByHand();
  expect(screen.getAllByText('Wait ten minutes.')).toHaveLength(2);
});

it('stays at an address that cannot be listed, and says so at the field', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () =>
      refuse(400, 'bad_request', 'Refused.', { url: 'That is not on the public web.' }),
  });
  render();
  await userEvent.type(startAddress(), 'localhost');
  await press('Continue');
  await waitFor(() => expect(startAddress()).toHaveAccessibleDescription(/not on the public web/));
  expect(startAddress()).toBeInvalid();
  expect(startAddress()).toHaveFocus();
});

it('asks nothing about what is no address', async () => {
  const api = fakeApi(answersForMember());
  render();
  await press('Continue');
  expect(await screen.findByText('Paste a link.')).toBeInTheDocument();
  await userEvent.type(startAddress(), 'mailto:me@acme.example');
  expect(startAddress()).toBeValid();
  await press('Continue');
  expect(await screen.findByText('That’s not a web link. Links start with https://.')).toBeInTheDocument();
  expect(api.calls().filter((made) => made.startsWith('POST'))).toEqual([]);
});

it('never overwrites what the member has written when the page is read again', async () => {
  const previews = [
    buildPreview({ tagline: '' }),
    buildPreview({ name: 'Acme 2', tagline: 'From the second page' }),
    buildPreview({ name: 'Acme 3', tagline: 'From the third page' }),
  ];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(previews.shift() ?? {}),
  });
  render();
  await fillInByHand();
  await userEvent.type(field('Tagline'), 'My own sentence');

  await press('Read its page');
  // What came from the page may follow the page; what was written may not.
  await waitFor(() => expect(field('Name')).toHaveValue('Acme 2'));
  expect(field('Tagline')).toHaveValue('My own sentence');

  await userEvent.type(field('Name'), '!');
  await press('Read its page');
  await waitFor(() => expect(screen.getAllByText(/nothing of use/)).toHaveLength(2));
  expect(field('Name')).toHaveValue('Acme 2!');
  expect(field('Tagline')).toHaveValue('My own sentence');
});

it('says while typing that the product is listed, links it, and lets it be upvoted instead', async () => {
  const asked: string[] = [];
  fakeApi({
    ...answersForMember(),
    'GET /user/private/duplicates': (path) => {
      asked.push(path);
      return ok({ duplicateOf: buildReference(), similar: [] });
    },
    'PUT /user/private/upvotes/7': () => ok({ upvoteCount: 13, upvoted: true }),
  });
  render();
  await userEvent.type(startAddress(), 'https://www.acme.example');
  expect(await screen.findByText('This tool is listed already.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Acme/ })).toHaveAttribute('href', '/tool/acme');
  expect(asked).toEqual(['/user/private/duplicates?url=https:%2F%2Fwww.acme.example']);

  await press('Upvote it instead');
  expect(screen.getByText('13 upvotes')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upvote it instead' })).toHaveAttribute('aria-pressed', 'true');
});

it('takes back that an address is listed when another one is typed, even if nobody can tell of that one', async () => {
  const answers = [
    ok({ duplicateOf: buildReference(), similar: [] }),
    refuse(429, 'rate_limited', 'Slower, please.'),
  ];
  fakeApi({
    ...answersForMember(),
    'GET /user/private/duplicates': () => answers.shift() ?? ok({ similar: [] }),
  });
  render();
  await userEvent.type(startAddress(), 'acme.example');
  expect(await screen.findByText('This tool is listed already.')).toBeInTheDocument();
  await userEvent.type(startAddress(), '/other');
  await waitFor(() => expect(screen.queryByText('This tool is listed already.')).not.toBeInTheDocument());
  expect(screen.queryByText('Slower, please.')).not.toBeInTheDocument();
});

it('leads to the dashboard when the member has submitted it already', async () => {
  fakeApi({
    ...answersForMember(),
    'GET /user/private/duplicates': () =>
      ok({ duplicateOf: buildReference({ status: 'pending', isOwn: true }), similar: [] }),
  });
  render();
  await userEvent.type(startAddress(), 'acme.example');
  expect(await screen.findByText('You have submitted this tool already.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
    'href',
    '/account/profile?status=pending',
  );
  expect(screen.queryByRole('button', { name: 'Upvote it instead' })).not.toBeInTheDocument();
});

it('stays with the address when the page leads to a listed product, and lets the member insist', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () =>
      ok(buildPreview({ name: '', duplicateOf: buildReference() })),
  });
  render();
  await userEvent.type(startAddress(), 'short.example');
  await press('Continue');
  expect(await screen.findByText('This tool is listed already.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  await press('Fill in by hand');
  expect(field('Address')).toHaveValue('short.example');
});

it('shows products of a similar name while the name is typed', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview({ name: '', tagline: '' })),
    'GET /user/private/duplicates': (path) =>
      ok({ similar: path.includes('name=Acmee') ? [buildReference()] : [] }),
  });
  render();
  await fillInByHand();
  await userEvent.type(field('Name'), 'Acmee');
  const group = await screen.findByRole('group', { name: 'Is it one of these?' });
  expect(within(group).getByRole('link', { name: /^Acme/ })).toHaveAttribute('href', '/tool/acme');
});

it('puts what is wrong at its field and the focus on the first, before the server is asked', async () => {
  const api = fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview({ tagline: 'Short' })),
  });
  render();
  await fillInByHand();
  await press('Submit this tool');
  await waitFor(() => expect(field('Tagline')).toHaveFocus());
  expect(field('Tagline')).toHaveAccessibleDescription(/Use at least 10 characters to say what it does\./);
  expect(tags()).toHaveAccessibleDescription(/Choose at least one tag\./);
  expect(screen.getByText(/2 fields need another look/)).toBeInTheDocument();
  expect(api.calls()).not.toContain('POST /user/private/products');
});

it('puts what the server finds wrong at its field, with the focus, and keeps everything', async () => {
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
  const { pushed } = render();
  await fillInByHand();
  await userEvent.type(tags(), 'charts{Enter}');
  await press('Submit this tool');
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(field('Name')).toHaveAccessibleDescription('Not that name.');
  expect(tags()).toHaveAccessibleDescription(/That tag is not taken\./);

  await userEvent.type(field('Name'), '!');
  expect(field('Name')).toBeValid();
  await press('Submit this tool');
  expect(await screen.findByText(/Ten a day are the most/)).toHaveTextContent('What you wrote is kept.');
  await press('Submit this tool');
  expect(await screen.findByText(/Back in a moment/)).toBeInTheDocument();
  expect(field('Name')).toHaveValue('Acme!');
  expect(chips()).toEqual(['Charts']);
  expect(pushed).toEqual([]);
});

it('names the product that took the address meanwhile, and offers to upvote it', async () => {
  const conflict = new Response(
    JSON.stringify({
      isError: true,
      code: 'conflict',
      message: 'Acme is listed at this address already.',
      fields: { url: 'Acme is listed at this address already.' },
      product: buildReference(),
      requestId: 'test',
    }),
    { status: 409 },
  );
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/products': () => conflict,
  });
  render();
  await fillInByHand();
  await userEvent.type(tags(), 'charts{Enter}');
  await press('Submit this tool');
  await waitFor(() => expect(field('Address')).toHaveFocus());
  expect(field('Address')).toHaveAccessibleDescription('Acme is listed at this address already.');
  expect(screen.getByRole('link', { name: /^Acme/ })).toHaveAttribute('href', '/tool/acme');
  expect(screen.getByRole('button', { name: 'Upvote it instead' })).toBeInTheDocument();
});

it('shows the description as its page will, and the text again', async () => {
  const sent: unknown[] = [];
  const answers = [
    refuse(503, 'unavailable', 'Back in a moment.'),
    ok({ descriptionHTML: '<p>It is <strong>quick</strong>.</p>' }),
  ];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/descriptions/preview': (_path, body) => {
      sent.push(body);
      return answers.shift() ?? ok({});
    },
  });
  render();
  await fillInByHand();
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(screen.getByText('Nothing to preview yet.')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('tab', { name: 'Write' }));
  await userEvent.type(field('Description (optional)'), 'It is **quick**.');
  screen.getByRole('tab', { name: 'Write' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('Back in a moment.')).toBeInTheDocument();
  await press('Try again');
  expect((await screen.findByText('quick')).tagName).toBe('STRONG');
  expect(sent).toEqual([{ description: 'It is **quick**.' }, { description: 'It is **quick**.' }]);

  await userEvent.keyboard('{ArrowLeft}');
  await userEvent.click(screen.getByRole('tab', { name: 'Write' }));
  expect(field('Description (optional)')).toHaveValue('It is **quick**.');
});

it('waits for a picture that is on its way, and stops when it is refused', async () => {
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
      return refuse(400, 'bad_request', 'imageURL: gone.', {
        imageURL: 'That picture is not there any more.',
      });
    },
  });
  render();
  await fillInByHand();
  await userEvent.type(tags(), 'charts{Enter}');
  const file = new File(['x'], 'shot.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Picture', { selector: 'input' }), file);
  await press('Submit this tool');
  first?.send(refuse(415, 'unsupported_media', 'No.', { file: 'That is no picture.' }));
  expect(await screen.findByText('That is no picture.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a file' })).toHaveFocus());
  expect(sent).toEqual([]);

  window.fetch = () => Promise.resolve(new Response(''));
  await userEvent.upload(screen.getByLabelText('Picture', { selector: 'input' }), file);
  await press('Submit this tool');
  second?.send(ok({ imageURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa' }));
  // What the server finds wrong with it stands at the picture, too.
  expect(await screen.findByText('That picture is not there any more.')).toBeInTheDocument();
  expect(sent).toMatchObject([{ imageURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa' }]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Choose another file' })).toHaveFocus());
});
