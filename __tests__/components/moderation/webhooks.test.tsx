import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Webhooks from '@/components/moderation/sections/webhooks';
import type { Webhook } from '@/lib/contract/webhook';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const webhook: Webhook = {
  ...{ id: '7', host: 'hooks.example', format: 'slack', createdAt: '2026-11-01T10:00:00.000Z' },
  ...{ events: ['product.submitted', 'product.reported', 'staff.appeals'], restsUntil: null },
  ...{ creatorHandle: 'ada', pausedBecause: null },
};

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const show = () =>
  renderScreen(
    <>
      <Webhooks />
      <ToastRegion />
    </>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('creates a webhook, shows the key of its signatures, and empties the form', async () => {
  const answer = held();
  let webhooks: Webhook[] = [];
  const sent: unknown[] = [];
  fakeApi({
    'GET /moderation/webhooks': () => ok({ webhooks }),
    'POST /moderation/webhooks': (_, body) => {
      sent.push(body);
      return answer.answer;
    },
  });
  show();
  expect(screen.getByText('Loading …')).toBeInTheDocument();
  expect(await screen.findByText('No webhooks yet')).toBeInTheDocument();
  expect(screen.queryByText('Loading …')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'https://hooks.example/secret');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Format' }), 'Slack message');
  for (const name of ['Approved', 'Rejected', 'Changed', 'Discontinued', 'Appeals', 'Failed backups']) {
    await userEvent.click(screen.getByRole('checkbox', { name }));
  }
  await press('Create webhook');
  expect(screen.getByRole('button', { name: /^Create webhook/ })).toHaveAttribute('aria-disabled', 'true');
  webhooks = [webhook];
  answer.send(ok({ webhook, secret: 'whsec_abc' }));

  expect(await screen.findByText('whsec_abc')).toBeInTheDocument();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('heading', { name: 'hooks.example' })).toBeInTheDocument();
  expect(
    item.getByText('Slack message · Submitted, Reported, Appeals · since Nov 1, 2026 · by @ada'),
  ).toBeInTheDocument();
  expect(item.queryByText(/couldn't be sent/)).toBeNull();
  expect(screen.queryByText('No webhooks yet')).toBeNull();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(''));
  expect(sent).toEqual([
    {
      ...{ url: 'https://hooks.example/secret', format: 'slack' },
      events: ['product.submitted', 'product.reported', 'staff.appeals', 'staff.backups'],
    },
  ]);
});

it('shows errors at their fields with the focus at the first, another one below them, and keeps what was typed', async () => {
  let refusal = () =>
    refuse(400, 'bad_request', 'Check the fields.', {
      url: 'Use a link that starts with https://.',
      events: 'Choose at least one event.',
    });
  fakeApi({
    'GET /moderation/webhooks': () => ok({ webhooks: [] }),
    'POST /moderation/webhooks': () => refusal(),
  });
  show();
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'http://a.example');
  await press('Create webhook');
  expect(await screen.findByText('Use a link that starts with https://.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Link' })).toBeInvalid();
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveFocus();
  expect(screen.getByRole('group', { name: 'When a tool is' })).toHaveAccessibleDescription(
    'Choose at least one event.',
  );
  expect(screen.queryByText('Check the fields.')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveValue('http://a.example');

  refusal = () => refuse(400, 'bad_request', 'Check it.', { events: 'Choose at least one.' });
  await press('Create webhook');
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Submitted' })).toHaveFocus());

  refusal = () => refuse(409, 'conflict', 'There are 20 webhooks already.');
  await press('Create webhook');
  expect(await screen.findByText('There are 20 webhooks already.')).toHaveAttribute('role', 'alert');
});

it('tests and deletes a webhook, and says why that failed', async () => {
  let webhooks = [{ ...webhook, restsUntil: '2026-11-02T10:00:00.000Z' }];
  let isRefused = true;
  const api = fakeApi({
    'GET /moderation/webhooks': () => ok({ webhooks }),
    'POST /moderation/webhooks/7/test': () => ok({}),
    'DELETE /moderation/webhooks/7': () => {
      if (isRefused) return refuse(503, 'unavailable', 'Try again soon.');
      webhooks = [];
      return ok({});
    },
  });
  show();
  expect(await screen.findByText(/couldn't be sent/)).toBeInTheDocument();
  await press('Send a test to hooks.example');
  expect(await screen.findByText(/A test is on its way/)).toBeInTheDocument();
  await press('Delete hooks.example');
  expect(await screen.findByText('Try again soon.')).toBeInTheDocument();
  isRefused = false;
  await press('Delete hooks.example');
  expect(await screen.findByText('The webhook is deleted.')).toBeInTheDocument();
  expect(await screen.findByText('No webhooks yet')).toBeInTheDocument();
  expect(api.calls()).toContain('POST /moderation/webhooks/7/test');
});

it('says that the list could not be loaded, and tries again', async () => {
  let isDown = true;
  fakeApi({
    'GET /moderation/webhooks': () =>
      isDown ? refuse(503, 'unavailable', 'Try again soon.') : ok({ webhooks: [webhook] }),
  });
  show();
  expect(await screen.findByText("We couldn't load the webhooks")).toBeInTheDocument();
  expect(screen.queryByText('Loading …')).toBeNull();
  isDown = false;
  await press('Try again');
  expect(await screen.findByRole('heading', { name: 'hooks.example' })).toBeInTheDocument();
});

it('says why a webhook is paused, and offers no test of it', async () => {
  fakeApi({
    'GET /moderation/webhooks': () => ok({ webhooks: [{ ...webhook, pausedBecause: 'suspended' }] }),
  });
  show();
  expect(
    await screen.findByText(
      'Paused, because @ada is suspended. To take it on, delete it and create it again.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Send a test/ })).toBeNull();
});
