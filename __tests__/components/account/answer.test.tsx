import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Answer } from '@/components/account/answer';
import type { OwnAppeal } from '@/lib/contract/submission';
import { fakeApi, ok, refuse } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

const appeal: OwnAppeal = {
  ...{ text: 'It is no poem.', createdAt: '2026-11-20T10:00:00.000Z', outcome: null, reply: null },
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('sends one answer, keeps it when that fails, and then shows it', async () => {
  const bodies: unknown[] = [];
  let answers = refuse(409, 'conflict', 'You have answered this already.');
  fakeApi({
    'POST /user/private/appeals': (_path, body) => {
      bodies.push(body);
      return answers;
    },
  });
  renderScreen(<Answer decision={{ productId: '7' }} about="Figgle" appeal={null} />);
  await press('Answer the moderators about Figgle');
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveFocus();
  await press('Send the answer');
  expect(screen.getByText('Write an answer.')).toBeInTheDocument();
  await userEvent.keyboard('It is no poem.');
  await press('Send the answer');
  expect(await screen.findByText('You have answered this already.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Your answer' })).toHaveValue('It is no poem.');

  answers = ok({ appeal });
  await press('Send the answer');
  expect(await screen.findByText('Your answer is waiting for a moderator:')).toBeInTheDocument();
  expect(screen.getByText('It is no poem.').closest('div')).toHaveFocus();
  expect(screen.queryByRole('button')).toBeNull();
  expect(bodies).toEqual(Array.from({ length: 2 }, () => ({ text: 'It is no poem.', productId: '7' })));
});

it('shows what became of an answer', () => {
  renderScreen(
    <Answer
      decision={{ measureId: '7' }}
      about="a warning"
      appeal={{ ...appeal, outcome: 'upheld', reply: 'It rhymes.' }}
    />,
  );
  expect(screen.getByText('The decision stands. Your answer:')).toBeInTheDocument();
  expect(screen.getByText('It rhymes.')).toBeInTheDocument();
});
