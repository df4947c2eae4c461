import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ContactForm } from '@/components/contact/contact-form';
import { unreachableMessage } from '@/lib/api/unreachable';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { makeUnloadable } from '../../setup/unloadable';

const email = () => screen.getByRole('textbox', { name: 'Your email' });
const message = () => screen.getByRole('textbox', { name: 'Message' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

it('shows an error beside its field, keeps the text, and sends it once corrected', async () => {
  const bodies: unknown[] = [];
  let answer = refuse(400, 'bad_request', 'message: Too short.', {
    message: 'Write at least 10 characters.',
  });
  fakeApi({
    'POST /contact': (_path, body) => {
      bodies.push(body);
      return answer;
    },
  });
  renderScreen(<ContactForm wasSent={false} failure={null} />);

  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(message(), 'Hi');
  await send();
  expect(await screen.findByText('Write at least 10 characters.')).toBeInTheDocument();
  expect(message()).toBeInvalid();
  expect(message()).toHaveAccessibleDescription('Write at least 10 characters.');
  await waitFor(() => expect(message()).toHaveFocus());
  expect(message()).toHaveValue('Hi');
  expect(email()).toBeValid();

  answer = ok({ message: 'Thank you.' });
  await userEvent.type(message(), ', I like your list.');
  await send();
  expect(await screen.findByText(/We got your message/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(bodies.at(-1)).toEqual({
    name: '',
    email: 'ada@example.com',
    message: 'Hi, I like your list.',
    hp: '',
  });
});

it('shows why a message was rejected whose fields are valid', async () => {
  fakeApi({ 'POST /contact': () => refuse(429, 'rate_limited', 'That was too often.') });
  renderScreen(<ContactForm wasSent={false} failure={null} />);
  await userEvent.type(message(), 'A message that is long enough.');
  await send();
  expect(await screen.findByText('That was too often.')).toHaveAttribute('role', 'alert');
  expect(message()).toHaveValue('A message that is long enough.');
});

it('says that the server cannot be reached, keeps the text, and sends it once it can', async () => {
  const repair = makeUnloadable('@/lib/api/http');
  fakeApi({ 'POST /contact': () => ok({ message: 'Thank you.' }) });
  renderScreen(<ContactForm wasSent={false} failure={null} />);
  await userEvent.type(message(), 'A message that is long enough.');
  await send();
  expect(await screen.findByText(unreachableMessage())).toHaveAttribute('role', 'alert');
  expect(message()).toHaveValue('A message that is long enough.');
  repair();
  await send();
  expect(await screen.findByText(/We got your message/)).toBeInTheDocument();
});

it('posts without JavaScript, and shows the result after the redirect back', () => {
  const { unmount } = renderScreen(<ContactForm wasSent={false} failure="Check your email." />);
  expect(screen.getByText('Check your email.')).toBeInTheDocument();
  const form = message().closest('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/contact');
  unmount();

  renderScreen(<ContactForm wasSent failure={null} />);
  expect(screen.getByRole('status')).toHaveTextContent('Thanks! We got your message');
});
