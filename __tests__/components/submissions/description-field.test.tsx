import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { answersForMember, buildPreview } from '../../setup/submission-answers';
import { click, continueWith, field, openEditor } from '../../setup/submission-screen';

beforeEach(() => localStorage.clear());

it('previews the description as the product page will show it, and returns to the text', async () => {
  const sent: unknown[] = [];
  const answers = [
    refuse(503, 'unavailable', 'Back in a moment.'),
    ok({ descriptionHTML: '<p>It is <strong>quick</strong>.</p>' }),
  ];
  fakeApi({
    ...answersForMember(),
    'POST /user/private/products/preview': () => ok(buildPreview()),
    'POST /user/private/descriptions/preview': (_path, body) => {
      sent.push(body);
      return answers.shift() ?? ok({});
    },
  });
  openEditor();
  await continueWith('acme.example');
  await userEvent.click(screen.getByRole('tab', { name: 'Preview' }));
  expect(screen.getByText('Nothing to preview yet.')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('tab', { name: 'Write' }));
  await userEvent.type(field('Description (optional)'), 'It is **quick**.');
  screen.getByRole('tab', { name: 'Write' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('Back in a moment.')).toBeInTheDocument();
  await click('Try again');
  expect((await screen.findByText('quick')).tagName).toBe('STRONG');
  expect(sent).toEqual([{ description: 'It is **quick**.' }, { description: 'It is **quick**.' }]);

  screen.getByRole('tab', { name: 'Preview' }).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: 'Write' })).toHaveFocus();
  expect(field('Description (optional)')).toHaveValue('It is **quick**.');
});
