import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { SubmissionEditor } from '@/components/submissions/submission-editor';
import { renderScreen } from './render-screen';

/** The editor for a new product, opened by one member. */
export const openEditor = (userId = '1', known?: ComponentProps<typeof SubmissionEditor>['known']) =>
  renderScreen(<SubmissionEditor userId={userId} known={known} />);

export const field = (name: string) => screen.getByRole('textbox', { name });
export const firstURL = () => field('Paste the link');
export const tagField = () => screen.getByRole('combobox', { name: 'Tags' });
export const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

export const chosenTags = () =>
  within(screen.getByRole('list', { name: 'Chosen tags' }))
    .queryAllByRole('listitem')
    .map((chip) => chip.textContent);

/** Types a URL and continues to the whole form. */
export async function continueWith(url: string): Promise<void> {
  await userEvent.type(firstURL(), url);
  await click('Continue');
  await screen.findByRole('textbox', { name: 'Name' });
}
