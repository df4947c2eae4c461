import { screen } from '@testing-library/react';
import {
  NewsletterPreferencesForm,
  NewsletterTokenForm,
} from '@/components/newsletter/newsletter-link-forms';
import { renderScreen } from '../../setup/render-screen';

const tag = (name: string, isChosen: boolean) => ({ slug: name.toLowerCase(), name, isChosen });

it.each([
  [[tag('CI', false), tag('Testing', true)], 'Only the tags I choose'],
  [[tag('CI', false), tag('Testing', false)], 'The best of all'],
  [[], 'The best of all'],
])('shows the reader’s choice of %j', (tags, chosen) => {
  renderScreen(<NewsletterPreferencesForm token="token" tags={tags} tagsMax={20} />);
  const radios = screen.getAllByRole('radio', { checked: true });
  expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual([chosen]);
  for (const { name, isChosen } of tags) {
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(isChosen);
  }
});

it.each([
  ['confirm', 'Confirm my email'],
  ['unsubscribe', 'Unsubscribe'],
] as const)('posts the token of a link to %s with a plain form', (action, name) => {
  renderScreen(<NewsletterTokenForm action={action} token="a-token" />);
  const button = screen.getByRole('button', { name });
  expect(button).toHaveAttribute('type', 'submit');
  const form = button.closest('form');
  expect(form).toHaveAttribute('method', 'post');
  expect(form).toHaveAttribute('action', `/api/newsletter/${action}`);
  expect([...new FormData(form ?? undefined)]).toEqual([['token', 'a-token']]);
});
