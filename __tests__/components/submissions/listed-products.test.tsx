import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { answersForMember, buildPreview, buildReference } from '../../setup/submission-answers';
import { click, continueWith, field, firstURL, openEditor, tagField } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

it('says while the member types that the product is listed, links it, and offers an upvote', async () => {
  const asked: string[] = [];
  fakeApi({
    ...answersForMember(),
    'GET /user/private/duplicates': (path) => {
      asked.push(path);
      return ok({ duplicateOf: buildReference(), similar: [] });
    },
    'PUT /user/private/upvotes/7': () => ok({ upvoteCount: 13, upvoted: true }),
  });
  openEditor();
  await userEvent.type(firstURL(), 'https://www.acme.example');
  expect(await screen.findByText('This tool is already listed.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Acme/ })).toHaveAttribute('href', '/tool/acme');
  expect(asked).toEqual(['/user/private/duplicates?url=https:%2F%2Fwww.acme.example']);

  await click('Upvote it instead');
  expect(screen.getByText('13 upvotes')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upvote it instead' })).toHaveAttribute('aria-pressed', 'true');
});

it('hides the listed product when another URL is typed, even if the next lookup fails', async () => {
  const answers = [
    ok({ duplicateOf: buildReference(), similar: [] }),
    refuse(429, 'rate_limited', 'Slower, please.'),
  ];
  fakeApi({
    ...answersForMember(),
    'GET /user/private/duplicates': () => answers.shift() ?? ok({ similar: [] }),
  });
  openEditor();
  await userEvent.type(firstURL(), 'acme.example');
  expect(await screen.findByText('This tool is already listed.')).toBeInTheDocument();
  await userEvent.type(firstURL(), '/other');
  await waitFor(() => expect(screen.queryByText('This tool is already listed.')).not.toBeInTheDocument());
  expect(screen.queryByText('Slower, please.')).not.toBeInTheDocument();
});

it.each([
  ['pending', true, "You've already submitted this tool.", "It's waiting for a moderator."],
  ['pending', false, 'This tool has already been submitted.', "It's waiting for a moderator."],
  ['rejected', true, "You've already submitted this tool.", 'It was rejected.'],
  ['rejected', false, 'This tool has already been submitted.', 'It was rejected.'],
  ['removed', true, 'This tool was listed before, but it has been removed.', "It can't be submitted again."],
  ['removed', false, 'This tool was listed before, but it has been removed.', "It can't be submitted again."],
] as const)(
  'says what has become of a product that is %s (own: %s)',
  async (status, isOwn, listing, line) => {
    fakeApi({
      ...answersForMember(),
      'GET /user/private/duplicates': () =>
        ok({ duplicateOf: buildReference({ status, isOwn }), similar: [] }),
    });
    openEditor();
    await userEvent.type(firstURL(), 'acme.example');
    expect(await screen.findByText(listing)).toBeInTheDocument();
    expect(screen.getByText(line)).toBeInTheDocument();

    const links = screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    const nextSteps = {
      pending: [['Go to your dashboard', '/account/profile?status=pending']],
      rejected: [['Edit and resubmit', '/account/submit?id=7']],
      removed: [],
    };
    expect(links).toEqual(isOwn ? nextSteps[status] : []);
    expect(screen.queryByRole('button', { name: 'Upvote it instead' })).not.toBeInTheDocument();
  },
);

it('says that a link is taken while it is typed, and when its page was asked for', async () => {
  const takenMessage = "This link belongs to a tool that isn't listed.";
  fakeApi({
    ...answersForMember(),
    'GET /user/private/duplicates': () => ok({ takenMessage, similar: [] }),
    'POST /user/private/products/preview': () => ok({ ...buildPreview({ name: '' }), takenMessage }),
  });
  openEditor();
  await userEvent.type(firstURL(), 'acme.example');
  expect(await screen.findByText(takenMessage)).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
  await click('Continue');
  await waitFor(() => expect(firstURL()).toHaveFocus());
  expect(firstURL()).toHaveAccessibleDescription(takenMessage);
});

it('stays at the URL when the page leads to a listed product, and still lets the member open the form', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () =>
      ok(buildPreview({ name: '', duplicateOf: buildReference() })),
  });
  openEditor();
  await userEvent.type(firstURL(), 'short.example');
  await click('Continue');
  expect(await screen.findByText('This tool is already listed.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  await click('Fill it in myself');
  expect(field('Link')).toHaveValue('short.example');
});

it('shows products of a similar name while the member types a name', async () => {
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview({ name: '', tagline: '' })),
    'GET /user/private/duplicates': (path) =>
      ok({ similar: path.includes('name=Acmee') ? [buildReference()] : [] }),
  });
  openEditor();
  await continueWith('acme.example');
  await userEvent.type(field('Name'), 'Acmee');
  const group = await screen.findByRole('group', { name: 'Is it one of these?' });
  expect(within(group).getByRole('link', { name: /^Acme/ })).toHaveAttribute('href', '/tool/acme');
});

it('names the product that was submitted since, and offers to upvote it', async () => {
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
  openEditor();
  await continueWith('acme.example');
  await userEvent.type(tagField(), 'charts{Enter}');
  await click('Submit this tool');
  await waitFor(() => expect(field('Link')).toHaveFocus());
  expect(field('Link')).toHaveAccessibleDescription('Acme is listed at this address already.');
  expect(screen.getByRole('link', { name: /^Acme/ })).toHaveAttribute('href', '/tool/acme');
  expect(screen.getByRole('button', { name: 'Upvote it instead' })).toBeInTheDocument();
});
