import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { ValuesForm } from '@/components/submissions/moderator-forms';
import { buildWireProduct } from '../../setup/build-product';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const sizes = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
];
const fields = [
  { key: 'foundry', label: 'Foundry', isRequired: true, control: { kind: 'line', inputMode: 'text' } },
  { key: 'sizes', label: 'Sizes', isRequired: false, control: { kind: 'some-of', choices: sizes } },
  { key: 'since', label: 'Since', isRequired: false, control: { kind: 'day' } },
];
const fact = (key: string, value: string | string[]) => ({
  ...{ key, label: key, value, parts: [{ text: String(value) }] },
  source: 'import' as const,
  checkedAt: '2026-05-01T00:00:00.000Z',
});
const product = buildWireProduct(1, { slug: 'zed', facts: [fact('foundry', 'Klim'), fact('sizes', ['s'])] });
const path = '/moderation/products/1/fields';
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save details' }));

async function render(answer: () => Response) {
  const sent: unknown[] = [];
  fakeApi({
    'GET /fields': () => ok({ fields }),
    [`PATCH ${path}`]: (_, body) => {
      sent.push(body);
      return answer();
    },
  });
  const { replaced } = renderScreen(
    <>
      <ValuesForm product={product} />
      <ToastRegion />
    </>,
    { path: '/tool/zed' },
  );
  await userEvent.click(await screen.findByText('Moderators: correct or confirm details'));
  return { sent, replaced };
}
const saved = () => ok({ product: { ...product, updatedAt: '2026-11-01T00:00:00.000Z' } });

it('sends what the moderator has changed, and loads the page again', async () => {
  const { sent, replaced } = await render(saved);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Large' }));
  await userEvent.clear(screen.getByRole('textbox', { name: 'Foundry' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Foundry' }), 'Grilli');
  await save();

  await waitFor(() => expect(replaced).toEqual(['/tool/zed']));
  expect(sent).toEqual([{ fields: { foundry: 'Grilli', sizes: ['s', 'l'] } }]);
  expect(await screen.findByText('Saved.')).toBeInTheDocument();
});

it('sends every value that the moderator has confirmed', async () => {
  const { sent, replaced } = await render(saved);
  await userEvent.type(screen.getByLabelText(/^Since/), '2020-01-31');
  await userEvent.click(screen.getByRole('checkbox', { name: /^I checked the other details/ }));
  await save();

  await waitFor(() => expect(replaced).toEqual(['/tool/zed']));
  expect(sent).toEqual([{ fields: { foundry: 'Klim', sizes: ['s'], since: '2020-01-31' } }]);
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: /^I checked the other details/ })).not.toBeChecked(),
  );
});

it('says that the fields could not be loaded, and loads them again', async () => {
  let isDown = true;
  fakeApi({
    'GET /fields': () => (isDown ? refuse(503, 'unavailable', 'The server is busy.') : ok({ fields })),
  });
  renderScreen(<ValuesForm product={product} />);
  await userEvent.click(await screen.findByText('Moderators: correct or confirm details'));
  expect(screen.getByText("We couldn't load the fields")).toBeInTheDocument();
  expect(screen.getByText('The server is busy.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save details' })).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('textbox', { name: 'Foundry' })).toHaveValue('Klim');
});

it.each([
  [{ 'fields.foundry': 'Fill this in.' }, 'Fill this in.', true],
  [{ fields: 'Change a detail, or confirm the others.' }, 'Change a detail, or confirm the others.', false],
])('shows why the server refuses %j', async (problems, sentence, isAtField) => {
  const { replaced } = await render(() => refuse(400, 'bad_request', 'Refused.', problems));
  await save();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Foundry' }).matches('[aria-invalid="true"]')).toBe(isAtField);
  expect(replaced).toEqual([]);
});
