import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ReportForm } from '@/components/products/forms/report-form';
import { ReportLink } from '@/components/products/report-link';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const product = { id: '7', slug: 'figgle', name: 'Figgle' };
const choose = (label: string) => userEvent.click(screen.getByRole('radio', { name: label }));
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send report' }));
const details = () => screen.getByRole('textbox', { name: 'Details' });

afterEach(() => clearSessionToken());

it('opens on demand, reports by keyboard, says so, and returns the focus', async () => {
  const bodies: unknown[] = [];
  fakeApi({
    'POST /products/7/reports': (_path, body) => {
      bodies.push(body);
      return ok({ message: 'Thanks for your report. A moderator will look at it.' });
    },
  });
  renderScreen(<ReportLink product={product} />);
  const link = screen.getByRole('link', { name: 'Report a problem with Figgle' });
  expect(link).toHaveAttribute('href', '/report?of=figgle');
  link.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Report a problem' })).toBeInTheDocument();

  await choose('The link is broken');
  await userEvent.type(details(), 'It answers 404.');
  await send();
  expect((await screen.findByText(/A moderator will look at it/)).closest('p')).toHaveFocus();
  expect(bodies).toEqual([
    { reason: 'broken', text: 'It answers 404.', duplicateURL: '', email: '', hp: '' },
  ]);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(link).toHaveFocus();
});

it('shows an error beside its field with the focus there, and keeps what was typed when the server is unreachable', async () => {
  fakeApi({
    'POST /products/7/reports': () =>
      refuse(400, 'bad_request', 'text: Say what is wrong.', { text: 'Say what is wrong.' }),
  });
  renderScreen(<ReportForm product={product} />);
  await send();
  expect(screen.getByText('Choose what is wrong.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'The link is broken' })).toHaveFocus());

  await choose('Something else');
  await send();
  expect(await screen.findByText('Say what is wrong.')).toBeInTheDocument();
  await waitFor(() => expect(details()).toHaveFocus());

  fakeApi({ 'POST /products/7/reports': () => Promise.reject(new TypeError('fetch failed')) });
  await userEvent.type(details(), 'Its colors.');
  await send();
  expect(await screen.findByText(/We can't reach the server/)).toHaveAttribute('role', 'alert');
  expect(details()).toHaveValue('Its colors.');
});

it('keeps the reason with the texts over a reload, until the report is sent', async () => {
  fakeApi({ 'POST /products/7/reports': () => ok({ message: 'Thanks for your report.' }) });
  const first = renderScreen(<ReportForm product={product} />);
  await choose('A duplicate of another one');
  await userEvent.type(screen.getByRole('textbox', { name: /^Link of the other one/ }), 'https://b.example');
  first.unmount();

  const second = renderScreen(<ReportForm product={product} />);
  expect(screen.getByRole('radio', { name: 'A duplicate of another one' })).toBeChecked();
  expect(screen.getByRole('textbox', { name: /^Link of the other one/ })).toHaveValue('https://b.example');
  await send();
  expect(await screen.findByText('Thanks for your report.')).toBeInTheDocument();
  second.unmount();

  renderScreen(<ReportForm product={product} />);
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
});

it('asks members for no email', () => {
  storeSessionToken('token');
  renderScreen(<ReportForm product={product} />);
  expect(screen.queryByRole('textbox', { name: /email/i })).toBeNull();
});

it('posts without JavaScript, and shows the result after the redirect back', () => {
  const { unmount } = renderScreen(<ReportForm product={product} failure="Choose what is wrong." />);
  expect(screen.getByText('Choose what is wrong.')).toBeInTheDocument();
  const form = details().closest('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/products/7/reports');
  unmount();

  renderScreen(<ReportForm product={product} wasSent />);
  expect(screen.getByRole('status')).toHaveTextContent('Thanks for your report.');
});
