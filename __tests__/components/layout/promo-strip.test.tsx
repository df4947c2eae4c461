import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PromoStrip } from '@/components/layout/header';
import { env } from '@/lib/env';
import { renderScreen } from '../../setup/render-screen';

const root = document.documentElement;
const given = env.notices;

beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  env.notices = given;
  delete root.dataset.promos;
});

it('shows nothing on a site without announcements and social links', () => {
  const { container } = renderScreen(<PromoStrip />);
  expect(container).toBeEmptyDOMElement();
});

it('links every announcement, and remembers for the session that a visitor has dismissed them', async () => {
  const promos = [
    { label: 'A guide', url: 'https://guide.test' },
    { label: 'News', url: '/news' },
  ];
  env.notices = { promos, sponsors: [] };
  renderScreen(
    <>
      <PromoStrip />
      <main id="main" tabIndex={-1} />
    </>,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['A guide', 'News']);

  await userEvent.click(screen.getByRole('button', { name: 'Dismiss announcements' }));
  expect(root.dataset.promos).toBe('dismissed');
  expect(window.sessionStorage.getItem('promosDismissed')).toBe('true');
  expect(screen.getByRole('main')).toHaveFocus();
});
