import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useRouter } from 'next/router';
import { renderToString } from 'react-dom/server';
import { CompareForm } from '@/components/products/forms/compare-form';
import { fakeApi } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined;

const zed = { id: '1', slug: 'zed', name: 'Zed', imageURL: '/api/tiles/1.svg' };
const hit = {
  ...{ objectID: '2', id: '2', title: 'Newer', imageURL: '/api/tiles/2.svg', url: '/tool/newer' },
  ...{ content: 'What it does.', tags: [], upvoteCount: 0 },
};
const answers = {
  'POST /1/indexes/*/queries': () =>
    Response.json({ results: [{ hits: [hit], nbHits: 1, page: 0, nbPages: 1 }] }),
};

it('says what is missing until a product is chosen, and leads to the comparison of two', async () => {
  fakeApi(answers);
  const { pushed } = renderScreen(<CompareForm found={[zed]} missing={['Nope', 'Nada']} />);
  const message = "There's no tool called “Nope” or “Nada” here.";
  expect(screen.getByText(message)).toBeInTheDocument();
  const field = screen.getByRole('combobox', { name: 'Search tools' });
  await userEvent.type(field, 'newe');
  await screen.findByRole('option', { name: 'Newer' });
  await userEvent.keyboard('{ArrowDown}{Enter}');

  expect(screen.queryByText(message)).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove Newer' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
  expect(pushed).toEqual(['/compare/newer-vs-zed']);
});

/** The form as the server writes it. */
function WithoutScripts() {
  const html = renderToString(
    <RouterContext.Provider value={useRouter()}>
      <CompareForm found={[zed]} missing={['Nope']} />
    </RouterContext.Provider>,
  );
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

it('asks for the names of four products in a plain form without JavaScript', () => {
  renderScreen(<WithoutScripts />);
  const form = document.querySelector('form');
  expect(form).toHaveAttribute('action', '/compare');
  expect(form).not.toHaveAttribute('method');
  const fields = ['Tool 1', 'Tool 2', 'Tool 3', 'Tool 4'].map((name) =>
    screen.getByRole<HTMLInputElement>('textbox', { name }),
  );
  expect(fields.map(({ name, value }) => [name, value])).toEqual([
    ['a', 'Zed'],
    ['b', 'Nope'],
    ['c', ''],
    ['d', ''],
  ]);
  expect(fields.map((field) => field.matches('[aria-invalid="true"]'))).toEqual([false, true, false, false]);
  expect(fields[1]).toHaveAccessibleDescription("There's no tool called “Nope” here.");
  expect(screen.getByRole('button', { name: 'Compare' })).toHaveAttribute('type', 'submit');
});
