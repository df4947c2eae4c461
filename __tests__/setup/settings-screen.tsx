import type { User, Session } from '@/lib/contract/user';
import SettingsPage from '@/pages/account/settings';
import { screen } from '@testing-library/react';
import { ok } from './fake-api';
import { renderScreen } from './render-screen';
import { signInOnScreen } from './screen-member';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const buildSession = (id: string, overrides: Partial<Session> = {}): Session => ({
  id,
  userAgent: firefox,
  createdAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: '2026-11-02T00:00:00.000Z',
  expiresAt: '2026-12-01T00:00:00.000Z',
  isCurrent: false,
  ...overrides,
});
export const here = buildSession('1', { isCurrent: true });

/** The answers to the calls that the page makes on load. */
export const answers = (overrides: Partial<User> = {}, sessions: Session[] = [here]) => ({
  ...signInOnScreen(overrides),
  'GET /user/private/identities': () =>
    ok({
      identities: [
        {
          ...{ provider: 'github.com', subject: '1' },
          email: 'ada@example.com',
          createdAt: '2026-11-01T00:00:00.000Z',
          lastUsedAt: '2026-11-02T00:00:00.000Z',
        },
      ],
    }),
  'GET /user/private/sessions': () => ok({ sessions }),
});
export const renderSettings = () => renderScreen(<SettingsPage />, { path: '/account/settings' });
export const handleField = () => screen.findByRole('textbox', { name: 'Handle' });
