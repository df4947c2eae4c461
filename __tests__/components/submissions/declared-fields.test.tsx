import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { answersForMember, buildPreview } from '../../setup/submission-answers';
import { click, continueWith, field, openEditor, tagField } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

const sizes = [
  { value: 's', label: 'Small' },
  { value: 'l', label: 'Large' },
];
const fields = [
  {
    ...{ key: 'foundry', label: 'Foundry', isRequired: true },
    control: { kind: 'line', inputMode: 'url', placeholder: 'Klim' },
  },
  { key: 'size', label: 'Size', isRequired: false, control: { kind: 'one-of', choices: sizes } },
  { key: 'sizes', label: 'Sizes', isRequired: false, control: { kind: 'some-of', choices: sizes } },
  { key: 'since', label: 'Since', isRequired: false, control: { kind: 'day' } },
];

it('asks for required fields at once, for the others after "Add details", and shows each refusal at its field', async () => {
  const sent: unknown[] = [];
  fakeApi({
    ...answersForMember(),
    'GET /fields': () => ok({ fields }),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/products': (_path, body) => {
      sent.push(body);
      return refuse(400, 'bad_request', 'Some fields need another look.', {
        'fields.foundry': 'Fill this in.',
      });
    },
  });
  openEditor();
  await continueWith('acme.example');
  await userEvent.type(tagField(), 'charts{Enter}');
  expect(await screen.findByRole('textbox', { name: 'Foundry' })).toBeRequired();
  for (const [name, value] of Object.entries({
    inputmode: 'url',
    placeholder: 'Klim',
    autocomplete: 'off',
  })) {
    expect(field('Foundry')).toHaveAttribute(name, value);
  }
  expect(screen.queryByRole('combobox', { name: 'Size (optional)' })).not.toBeInTheDocument();

  await click('Add details');
  expect(screen.getByLabelText('Since (optional)')).toHaveAttribute('type', 'date');
  expect(screen.getByRole('combobox', { name: 'Size (optional)' })).toHaveFocus();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Size (optional)' }), 'Large');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Large' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Small' }));
  await click('Submit this tool');

  expect(await screen.findByText('Fill this in.')).toBeInTheDocument();
  expect(sent).toMatchObject([{ fields: { size: 'l', sizes: ['l', 's'] } }]);
  expect(field('Foundry')).toBeInvalid();

  await userEvent.type(field('Foundry'), 'K');
  expect(screen.queryByText('Fill this in.')).not.toBeInTheDocument();
});

it('offers what the page states, takes it over when the member accepts it, and never replaces what was typed', async () => {
  const sent: unknown[] = [];
  fakeApi({
    ...answersForMember(),
    'GET /fields': () => ok({ fields }),
    'POST /user/private/products/preview': () =>
      ok(buildPreview({ fields: { foundry: 'Klim', size: 'l', since: '2020-01-31' } })),
    'POST /user/private/products': (_path, body) => {
      sent.push(body);
      return refuse(400, 'bad_request', 'No.', { 'fields.foundry': 'Not today.' });
    },
  });
  openEditor();
  await continueWith('acme.example');
  await userEvent.type(tagField(), 'charts{Enter}');
  expect(await screen.findByText('Klim')).toBeInTheDocument();
  expect(field('Foundry')).toHaveValue('');

  await userEvent.click(screen.getByRole('button', { name: 'Use it for Foundry' }));
  expect(field('Foundry')).toHaveValue('Klim');
  expect(field('Foundry')).toHaveFocus();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Size (optional)' }), 'Small');
  expect(screen.queryByRole('button', { name: 'Use it for Size' })).not.toBeInTheDocument();
  await click('Submit this tool');

  expect(await screen.findByText('Not today.')).toBeInTheDocument();
  expect(sent).toMatchObject([{ fields: { foundry: 'Klim', size: 's' }, fieldsFromPage: ['foundry'] }]);
});

it('loads the fields again when they could not be loaded', async () => {
  let isDown = true;
  fakeApi({
    ...answersForMember(),
    'GET /fields': () => (isDown ? refuse(503, 'unavailable', 'Try again later.') : ok({ fields })),
    'POST /user/private/products/preview': () => ok(buildPreview()),
  });
  openEditor();
  await continueWith('acme.example');
  expect(await screen.findByText("We couldn't load all fields")).toBeInTheDocument();
  expect(screen.queryByRole('textbox', { name: 'Foundry' })).not.toBeInTheDocument();

  isDown = false;
  await click('Try again');
  expect(await screen.findByRole('textbox', { name: 'Foundry' })).toBeRequired();
});
