import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion } from '@/components/layout/app-parts';
import { SynonymRules } from '@/components/moderation/tags/synonym-rules';
import { clearSessionToken, storeSessionToken } from '@/lib/session-token';
import { fakeApi, ok } from '../../setup/fake-api';
import { renderScreen } from '../../setup/render-screen';

beforeEach(() => storeSessionToken('token'));
afterEach(() => clearSessionToken());

it('adds a rule for a word that searches missed, and removes it', async () => {
  const createdAt = '2026-06-01T12:00:00.000Z';
  const sent: unknown[] = [];
  fakeApi({
    'GET /moderation/synonym-rules': () => {
      const isThere = sent.length === 1;
      return ok({
        rules: isThere ? [{ id: '7', words: 'automobile', meaning: 'car', isTwoWay: true, createdAt }] : [],
        missedWords: isThere ? [] : [{ word: 'automobile', searchCount: 4 }],
        nextCursor: null,
      });
    },
    'POST /moderation/synonym-rules': (_, body) => {
      sent.push(body);
      return ok({ id: '7' });
    },
    'DELETE /moderation/synonym-rules/7': (path) => {
      sent.push(path);
      return ok({});
    },
  });
  renderScreen(
    <>
      <SynonymRules />
      <ToastRegion />
    </>,
  );
  expect(await screen.findByText('No synonyms of yours yet')).toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: /automobile 4 searches/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'They also mean' }), 'car');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also the other way round' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add synonym' }));

  expect(await screen.findByText('Searches for automobile find car, too.')).toBeInTheDocument();
  expect(sent).toEqual([{ words: 'automobile', meaning: 'car', isTwoWay: true }]);
  expect(screen.getByRole('textbox', { name: 'People search for' })).toHaveValue('');
  expect(screen.queryByText(/Searches found nothing for/)).not.toBeInTheDocument();

  await userEvent.click(await screen.findByRole('button', { name: 'Remove automobile' }));
  expect(await screen.findByText('Searches for automobile no longer find car.')).toBeInTheDocument();
});
