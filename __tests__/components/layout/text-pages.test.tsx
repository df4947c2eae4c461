import { screen } from '@testing-library/react';
import PrivacyPage from '@/pages/privacy';
import RankingPage from '@/pages/ranking';
import SupportPage from '@/pages/support';
import TermsPage from '@/pages/terms';
import { renderScreen } from '../../setup/render-screen';

const pages = [
  ['privacy', <PrivacyPage key="privacy" confirmationHours={48} />, 'visiting'],
  ['ranking', <RankingPage key="ranking" />, 'example'],
  ['support', <SupportPage key="support" wasSent={false} failure={null} />, 'contact'],
  ['terms', <TermsPage key="terms" />, 'moderation'],
] as const;

it.each(pages)('gives every heading of the %s page an id of its own to link to', (_, page, knownId) => {
  renderScreen(page);
  const ids = [2, 3].flatMap((level) => screen.queryAllByRole('heading', { level }).map(({ id }) => id));
  expect(ids).toContain(knownId);
  expect(ids.filter((id) => !/^[a-z][a-z-]*$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(document.querySelectorAll(`[id="${id}"]`)).toHaveLength(1);
});
