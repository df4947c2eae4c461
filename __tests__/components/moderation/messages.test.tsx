import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import Messages from '@/components/moderation/sections/messages';
import type { ReceivedMessage } from '@/lib/contract/contact';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const message: ReceivedMessage = {
  ...{ id: '7', name: '', email: 'eve@x.example', message: '<b>A hole</b>\njavascript:alert(1)' },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', answer: null, closedAt: null },
};
const at = '2026-11-21T10:00:00.000Z';
const page = (messages: ReceivedMessage[], sendsEmails = true) =>
  ok({ messages, nextCursor: null, sendsEmails });

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

const renderMessages = () =>
  renderScreen(
    <>
      <Messages />
      <ToastRegion />
    </>,
  );

it('shows a message as text, says why an answer failed and keeps it, then sends it', async () => {
  const bodies: unknown[] = [];
  let open = [message];
  let isRefused = true;
  fakeApi({
    'GET /moderation/messages': () => page(open),
    'POST /moderation/messages/7/answer': (_path, body) => {
      bodies.push(body);
      if (isRefused) return refuse(409, 'conflict', 'Somebody else has closed this message.');
      open = [];
      return ok({});
    },
  });
  renderMessages();
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByText(/<b>A hole<\/b>/)).toHaveTextContent('<b>A hole</b> javascript:alert(1)');
  expect(item.getByRole('link', { name: 'eve@x.example' })).toHaveAttribute('href', 'mailto:eve%40x.example');
  await userEvent.click(item.getByRole('button', { name: /^Send and close/ }));
  const field = item.getByRole('textbox', { name: 'Your answer' });
  expect(field).toHaveFocus();
  expect(item.getByText('Write an answer.').closest('[role="alert"]')).not.toBeNull();
  await userEvent.type(field, 'Mended.');
  await userEvent.click(item.getByRole('button', { name: /^Send and close/ }));
  expect(await screen.findByText('Somebody else has closed this message.')).toBeInTheDocument();
  expect(field).toHaveValue('Mended.');
  isRefused = false;
  await userEvent.click(item.getByRole('button', { name: /^Send and close/ }));
  expect(await screen.findByText('Your answer is on its way.')).toBeInTheDocument();
  expect(await screen.findByText('No open messages')).toBeInTheDocument();
  expect(bodies).toEqual([{ text: 'Mended.' }, { text: 'Mended.' }]);
  await waitFor(() => expect(screen.getByText(/^Messages from the contact form/)).toHaveFocus());
});

it('shows closed messages with their answers, and reopens one', async () => {
  const closed: ReceivedMessage = {
    ...{ ...message, name: 'Eve', closedAt: '2026-11-21T10:00:00.000Z' },
    answer: { text: 'Mended.', sentAt: '2026-11-21T10:00:00.000Z' },
  };
  const api = fakeApi({
    'GET /moderation/messages': (path) => page(path.includes('state=closed') ? [closed] : []),
    'POST /moderation/messages/7/reopen': () => ok({}),
  });
  renderMessages();
  expect(await screen.findByText('No open messages')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Closed messages' }));
  expect(await screen.findByRole('heading', { name: 'Eve' })).toBeInTheDocument();
  expect(screen.getByText('Mended.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Reopen/ }));
  expect(await screen.findByText('The message is open again.')).toBeInTheDocument();
  expect(api.calls()).toContain('POST /moderation/messages/7/reopen');
});

it('says that a site without a mail server leaves the answer to the own mail program', async () => {
  fakeApi({
    'GET /moderation/messages': () => page([message], false),
    'POST /moderation/messages/7/close': () => ok({}),
  });
  renderMessages();
  expect(await screen.findByText(/^This site sends no emails/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'eve@x.example' })).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Close without an answer/ }));
  expect(await screen.findByText('The message is closed.')).toBeInTheDocument();
});

it('keeps a typed answer while a message is closed without it, for when it is reopened', async () => {
  let isClosed = false;
  fakeApi({
    'GET /moderation/messages': (path) =>
      page(path.includes('closed') === isClosed ? [{ ...message, closedAt: isClosed ? at : null }] : []),
    'POST /moderation/messages/7/close': () => {
      isClosed = true;
      return ok({});
    },
    'POST /moderation/messages/7/reopen': () => {
      isClosed = false;
      return ok({});
    },
  });
  renderMessages();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'Mended.');
  await userEvent.click(screen.getByRole('button', { name: /^Close without an answer/ }));
  expect(await screen.findByText('No open messages')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Closed messages' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Reopen/ }));
  expect(await screen.findByText('No closed messages')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Closed messages' }));
  expect(await screen.findByRole('textbox', { name: 'Your answer' })).toHaveValue('Mended.');
});
