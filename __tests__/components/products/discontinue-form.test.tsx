import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DiscontinueForm } from '@/components/products/forms/moderator-forms';
import { ProductArticle } from '@/components/products/product-article';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

const product = buildWireProduct(1, { name: 'Zed', slug: 'zed' });
const path = '/moderation/products/1/discontinuation';
const hit = {
  objectID: '2',
  id: '2',
  title: 'Newer',
  imageURL: '/api/tiles/2.svg',
  url: '/tool/newer',
  content: 'What it does.',
  tags: [],
  upvoteCount: 0,
};
const search = {
  'POST /1/indexes/*/queries': () =>
    Response.json({ results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] }),
};
const moderated = { ...product, updatedAt: '2026-11-01T00:00:00.000Z' };
const open = () => userEvent.click(screen.getByText(/^Moderators:/));

it('sends the date, the reason and the chosen successors, and loads the page again', async () => {
  let sent: unknown;
  fakeApi({
    ...search,
    [`PUT ${path}`]: (_, body) => {
      sent = body;
      return ok({ product: moderated });
    },
  });
  const { replaced } = renderScreen(<DiscontinueForm product={product} />, { path: '/tool/zed' });
  await open();
  await userEvent.type(screen.getByRole('combobox', { name: 'Where to go instead' }), 'newe');
  await screen.findByRole('option', { name: 'Newer' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByRole('button', { name: 'Remove Newer' })).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Its company closed.');
  await userEvent.click(screen.getByRole('button', { name: 'Mark as discontinued' }));

  await waitFor(() => expect(replaced).toEqual(['/tool/zed']));
  expect(sent).toEqual({
    discontinuedOn: new Date().toISOString().slice(0, 10),
    reason: 'Its company closed.',
    successorIds: ['2'],
  });
});

it('keeps the successors with the texts over an error and a reload, until they are sent', async () => {
  let isFailing = true;
  fakeApi({
    ...search,
    [`PUT ${path}`]: () =>
      isFailing ? refuse(503, 'unavailable', 'Try again later.') : ok({ product: moderated }),
  });
  const first = renderScreen(<DiscontinueForm product={product} />);
  await open();
  await userEvent.type(screen.getByRole('combobox', { name: 'Where to go instead' }), 'newe');
  await userEvent.click(await screen.findByRole('option', { name: 'Newer' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Its company closed.');
  await userEvent.click(screen.getByRole('button', { name: 'Mark as discontinued' }));
  expect(await screen.findByText('Try again later.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toBeValid();
  first.unmount();

  const second = renderScreen(<DiscontinueForm product={product} />);
  await open();
  expect(screen.getByRole('button', { name: 'Remove Newer' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Its company closed.');
  isFailing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Mark as discontinued' }));
  await waitFor(() => expect(second.replaced).toHaveLength(1));
  second.unmount();

  renderScreen(<DiscontinueForm product={product} />);
  await open();
  expect(screen.queryByRole('button', { name: 'Remove Newer' })).toBeNull();
});

it('keeps what was typed when listing again fails, also over a reload', async () => {
  fakeApi({ [`DELETE ${path}`]: () => refuse(503, 'unavailable', 'Try again later.') });
  const discontinuation = { discontinuedOn: '2026-05-03', reason: 'Closed.', successors: [] };
  const gone = { ...product, status: 'discontinued', discontinuation } as const;
  const first = renderScreen(<DiscontinueForm product={gone} />);
  await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), ' Its site is up again.');
  await userEvent.click(screen.getByRole('button', { name: 'List it again' }));
  expect(await screen.findByText('Try again later.')).toBeInTheDocument();
  first.unmount();

  renderScreen(<DiscontinueForm product={gone} />);
  await open();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Closed. Its site is up again.');
});

it('shows the error at its field with the focus there, and stays', async () => {
  fakeApi({
    [`PUT ${path}`]: () => refuse(400, 'bad_request', 'Write a reason.', { reason: 'Write a reason.' }),
  });
  const { replaced } = renderScreen(<DiscontinueForm product={product} />);
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Mark as discontinued' }));
  await screen.findByText('Write a reason.');
  expect(screen.getByRole('textbox', { name: 'Reason' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  expect(replaced).toEqual([]);
});

it('lists a discontinued product again', async () => {
  const api = fakeApi({ [`DELETE ${path}`]: () => ok({ product: moderated }) });
  const discontinuation = { discontinuedOn: '2026-05-03', reason: 'It was closed.', successors: [] };
  const { replaced } = renderScreen(
    <DiscontinueForm product={{ ...product, status: 'discontinued', discontinuation }} />,
    { path: '/tool/zed' },
  );
  await open();
  expect(screen.getByLabelText('Discontinued on')).toHaveValue('2026-05-03');
  await userEvent.click(screen.getByRole('button', { name: 'List it again' }));
  await waitFor(() => expect(replaced).toEqual(['/tool/zed']));
  expect(api.calls()).toEqual([`DELETE ${path}`]);
});

it('says on the page since when and why the product is discontinued, and leads to its successors', () => {
  const { standing: _, ...successor } = buildWireProduct(2, { name: 'Newer', slug: 'newer' });
  const gone = buildWireProduct(3, { name: 'Former', slug: 'former', status: 'discontinued' });
  renderScreen(
    <ProductArticle
      product={{
        ...product,
        status: 'discontinued',
        discontinuation: {
          discontinuedOn: '2026-05-03',
          reason: 'Its company closed.',
          successors: [successor, gone],
        },
      }}
    />,
  );
  const section = screen.getByRole('region', { name: 'Discontinued since May 3, 2026' });
  expect(section).toHaveTextContent('Its company closed.');
  expect(screen.getByRole('link', { name: /^Newer/ })).toHaveAttribute('href', '/tool/newer');
  expect(screen.getByRole('link', { name: /^Former/ })).toHaveTextContent('Discontinued, too');
  expect(screen.queryByRole('button', { name: /upvote|bookmark|share/i })).toBeNull();
});
