import { readdirSync, readFileSync } from 'node:fs';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ContactForm } from '@/components/contact/contact-form';
import { TextsForm } from '@/components/submissions/texts-form';
import { useSignOut } from '@/hooks/use-sign-out';
import { rememberIntendedRedirect } from '@/lib/browser/intended-action';
import { rememberSearch } from '@/lib/browser/recent-searches';
import { keptTexts as textsOfTab, VISITOR } from '@/lib/browser/kept-texts';
import { storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const keptTexts = textsOfTab.of(VISITOR);
const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
const texts = {
  name: 'Zed',
  tagline: 'An editor',
  description: '',
  url: 'https://zed.dev',
  tags: ['editors'],
};

it('is asked for by every longer field, so that the next one is not forgotten', () => {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => [file, readFileSync(`components/${file}`, 'utf8')] as const)
    .map(([file, text]) => ({
      file,
      longer: count(text, /<Field multiline|\n\s+multiline\n|<textarea|<DescriptionField/g),
      kept: count(text, /keptAs=|useKeptText\(/g),
    }));
  expect(files.filter(({ longer }) => longer > 0).length).toBeGreaterThan(10);
  // The form for a submission keeps a draft of everything, in this browser.
  expect(files.filter(({ longer, kept }) => longer > kept).map(({ file }) => file)).toEqual([
    'submissions/submission-form.tsx',
  ]);
});

it('survives a reload of a form without state, until the message is sent', async () => {
  fakeApi({ 'POST /contact': () => ok({ message: 'Thank you.' }) });
  const first = renderScreen(<ContactForm wasSent={false} failure={null} />);
  await userEvent.type(box('Your email'), 'ada@example.com');
  await userEvent.type(box('Message'), 'I like your list.');
  first.unmount();

  const second = renderScreen(<ContactForm wasSent={false} failure={null} />);
  expect(box('Your email')).toHaveValue('ada@example.com');
  expect(box('Message')).toHaveValue('I like your list.');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/We got your message/)).toBeInTheDocument();
  second.unmount();

  renderScreen(<ContactForm wasSent={false} failure={null} />);
  expect(box('Message')).toHaveValue('');
});

function Suggestion({ send = () => Promise.resolve() }: { send?: (changes: object) => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <TextsForm
      texts={texts}
      keptAs="suggestion 1"
      sendLabel="Send"
      send={send}
      onCancel={() => setIsOpen(false)}
    />
  );
}

it('survives a reload of "Suggest an edit" in every field at once, and is sent as it was typed', async () => {
  fakeApi({ 'GET /tags': () => ok({ tags: [] }) });
  const first = renderScreen(<Suggestion />);
  await userEvent.type(box('Name'), ' 2');
  await userEvent.type(box('Tagline'), ' for code');
  await userEvent.type(box(/^Description/), 'It draws.');
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'rust{Enter}');
  first.unmount();

  const sent: object[] = [];
  const second = renderScreen(
    <Suggestion
      send={(changes) => {
        sent.push(changes);
        return Promise.resolve();
      }}
    />,
  );
  expect(box('Name')).toHaveValue('Zed 2');
  expect(box(/^Description/)).toHaveValue('It draws.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { name: 'Zed 2', tagline: 'An editor for code', description: 'It draws.', tags: ['editors', 'rust'] },
    ]),
  );
  second.unmount();
  renderScreen(<Suggestion />);
  expect(box('Name')).toHaveValue('Zed');
});

it('is forgotten when the form is canceled', async () => {
  fakeApi({ 'GET /tags': () => ok({ tags: [] }) });
  const first = renderScreen(<Suggestion />);
  await userEvent.type(box('Name'), ' 2');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  first.unmount();
  renderScreen(<Suggestion />);
  expect(box('Name')).toHaveValue('Zed');
});

function SignOut() {
  const { signOut } = useSignOut();
  return <button onClick={() => void signOut()}>Sign out</button>;
}

it('is forgotten with the sign-out, as is all that tells what the member did here', async () => {
  storeSessionToken('token-of-ada');
  keptTexts.write('contact/message', 'I like your list.');
  rememberSearch({ label: 'Zed', path: '/tool/zed' });
  rememberIntendedRedirect('/account/bookmarks');
  window.localStorage.setItem('theme', 'dark');
  fakeApi({ 'POST /user/private/logout': () => ok({ message: 'Bye.' }) });
  renderScreen(<SignOut />);
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(keptTexts.read('contact/message')).toBeUndefined());
  expect(window.sessionStorage).toHaveLength(0);
  expect(Object.keys(window.localStorage)).toEqual(['theme']);
});

it('has a bound: the texts that were changed last are kept, and none that is longer than any form takes', () => {
  for (let form = 0; form < 30; form += 1) keptTexts.write(`form ${form}/text`, 'x'.repeat(15_000));
  expect(keptTexts.read('form 29/text')).toHaveLength(15_000);
  expect(keptTexts.read('form 0/text')).toBeUndefined();
  expect((window.sessionStorage.getItem('keptTexts') ?? '').length).toBeLessThan(210_000);
  keptTexts.write('form 29/text', 'x'.repeat(20_001));
  expect(keptTexts.read('form 29/text')).toBeUndefined();
});
