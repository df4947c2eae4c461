import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NewsletterForm } from '@/components/newsletter/newsletter-form';
import { unreachableMessage } from '@/lib/api/unreachable';
import { fakeApi, held, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';
import { makeUnloadable } from '../../setup/unloadable';

const email = () => screen.getByRole('textbox', { name: 'New tools by email' });
const button = () => screen.getByRole('button', { name: 'Subscribe' });
const hidden = (name: string) => document.querySelector(`input[name="${name}"]`);

it('has an email field and the hidden fields of a Sendy form', () => {
  renderScreen(<NewsletterForm />);
  expect(email()).toHaveAttribute('type', 'email');
  expect(hidden('hp')).not.toBeVisible();
  expect(hidden('hp')).toHaveValue('');
  expect(hidden('list')).toHaveAttribute('type', 'hidden');
  expect(hidden('subform')).toHaveValue('yes');
});

it('posts to the embedded newsletter without JavaScript', () => {
  renderScreen(<NewsletterForm />);
  const form = email().closest('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', '/api/newsletter/subscribe');
});

it('sends all four fields, ignores presses of the button during the request, then shows the message and clears the field', async () => {
  const answer = held();
  const bodies: unknown[] = [];
  fakeApi({
    'POST /newsletter/subscribe': (_path, body) => {
      bodies.push(body);
      return answer.answer;
    },
  });
  renderScreen(<NewsletterForm />);

  await userEvent.type(email(), 'ada@example.com');
  await userEvent.click(button());
  expect(button()).toHaveAttribute('aria-disabled', 'true');

  answer.send(ok({ message: 'Almost there.' }));
  expect(await screen.findByText('Almost there.')).toHaveAttribute('role', 'status');
  expect(email()).toHaveValue('');
  expect(bodies).toEqual([{ email: 'ada@example.com', hp: '', list: '', subform: 'yes' }]);
});

it('shows why an email was rejected and keeps it in the field', async () => {
  fakeApi({
    'POST /newsletter/subscribe': () => refuse(429, 'rate_limited', 'Try again in half an hour.'),
  });
  renderScreen(<NewsletterForm />);

  await userEvent.type(email(), 'ada@example.com');
  await userEvent.click(button());

  expect(await screen.findByText('Try again in half an hour.')).toBeInTheDocument();
  expect(email()).toHaveValue('ada@example.com');
  expect(email()).toBeInvalid();
});

it('says that the server cannot be reached, keeps the email, and sends it once it can', async () => {
  const repair = makeUnloadable('@/lib/api/http');
  fakeApi({ 'POST /newsletter/subscribe': () => ok({ message: 'Almost there.' }) });
  renderScreen(<NewsletterForm />);
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.click(button());
  expect(await screen.findByText(unreachableMessage())).toBeInTheDocument();
  expect(email()).toHaveValue('ada@example.com');
  repair();
  await userEvent.click(button());
  expect(await screen.findByText('Almost there.')).toBeInTheDocument();
});

it('shows the sentence about a refused email at its field, without the name that programs read', async () => {
  fakeApi({
    'POST /newsletter/subscribe': () =>
      refuse(400, 'bad_request', "email: That's not an email address.", {
        email: "That's not an email address.",
      }),
  });
  renderScreen(<NewsletterForm />);
  await userEvent.type(email(), 'ada@example');
  await userEvent.click(button());
  expect(await screen.findByText("That's not an email address.")).toBeInTheDocument();
  expect(email()).toBeInvalid();
  expect(email()).toHaveAccessibleDescription("That's not an email address.");
});

it('keeps the email over a reload until it was sent', async () => {
  fakeApi({ 'POST /newsletter/subscribe': () => ok({ message: 'Almost there.' }) });
  const { unmount } = renderScreen(<NewsletterForm />);
  await userEvent.type(email(), 'ada@example.com');
  unmount();
  const { unmount: leave } = renderScreen(<NewsletterForm />);
  expect(email()).toHaveValue('ada@example.com');
  await userEvent.click(button());
  expect(await screen.findByText('Almost there.')).toBeInTheDocument();
  leave();
  renderScreen(<NewsletterForm />);
  expect(email()).toHaveValue('');
});
