import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type PickedProduct, ProductPicker } from '@/components/products/forms/product-picker';
import { fakeApi } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

const hit = (id: string) => ({
  ...{
    objectID: id,
    id,
    title: `Tool ${id}`,
    imageURL: `/api/tiles/${id}.svg`,
    url: `/tool/t%C3%B6ol-${id}`,
  },
  ...{ content: 'What it does.', tags: [], upvoteCount: 0 },
});

function Picker({ onPicked }: { onPicked: (picked: PickedProduct[]) => void }) {
  const [picked, setPicked] = useState<PickedProduct[]>([]);
  return (
    <ProductPicker
      label="Tools"
      hint="Type a name."
      picked={picked}
      pickedMax={2}
      excludedIds={['3']}
      onChange={(products) => {
        setPicked(products);
        onPicked(products);
      }}
    />
  );
}

const sentQueries = z.object({ requests: z.tuple([z.object({ hitsPerPage: z.number() })]) });

/** The search answers with as many of these as it is asked for. */
function show(ids: string[]) {
  let last: PickedProduct[] = [];
  fakeApi({
    'POST /1/indexes/*/queries': (_, body) => {
      const { hitsPerPage } = sentQueries.parse(body).requests[0];
      const hits = ids.slice(0, hitsPerPage).map(hit);
      return Response.json({ results: [{ hits, nbHits: ids.length, page: 0, nbPages: 1 }] });
    },
  });
  renderScreen(<Picker onPicked={(picked) => (last = picked)} />);
  return { field: screen.getByRole('combobox', { name: 'Tools' }), last: () => last };
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('offers six at most, without those that are picked or excluded, until enough are picked', async () => {
  const { field, last } = show(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  await userEvent.type(field, 'tool');
  await screen.findByRole('option', { name: 'Tool 1' });
  expect(options()).toEqual([1, 2, 4, 5, 6, 7].map((id) => `Tool ${id}`));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveValue('');
  expect(screen.getByText('Added Tool 1.')).toBeInTheDocument();
  expect(last()).toEqual([{ id: '1', name: 'Tool 1', slug: 'töol-1' }]);

  await userEvent.type(field, 'tool');
  await screen.findByRole('option', { name: 'Tool 2' });
  expect(options()).toEqual([2, 4, 5, 6, 7, 8].map((id) => `Tool ${id}`));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveAttribute('readonly');
  expect(field).toHaveFocus();
  expect(screen.getByText('2 at most. Remove one to add another.')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Remove Tool 1' }));
  expect(screen.getByText('Removed Tool 1.')).toBeInTheDocument();
  expect(field).not.toHaveAttribute('readonly');
  expect(last().map(({ id }) => id)).toEqual(['2']);
  expect(screen.getByText('Type a name.')).toBeInTheDocument();
});

it('moves the focus to the field when a product is removed', async () => {
  const { field } = show(['1']);
  await userEvent.type(field, 'tool');
  await userEvent.click(await screen.findByRole('option', { name: 'Tool 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Tool 1' }));
  expect(field).toHaveFocus();
});

it('says that nothing was found', async () => {
  const { field } = show([]);
  await userEvent.type(field, 'tool');
  expect(await screen.findAllByText('Nothing found.')).toHaveLength(2);
  expect(options()).toEqual([]);
});
