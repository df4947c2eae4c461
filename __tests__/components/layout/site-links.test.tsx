import { screen, within } from '@testing-library/react';
import { Header } from '@/components/layout/header';
import { Footer } from '@/components/layout/footer';
import { env } from '@/lib/env';
import { site } from '@/lib/site';
import { renderScreen } from '../../setup/render-screen';

/** The links that the owner of a site configures. */
afterEach(() => {
  env.notices = { promos: [], sponsors: [] };
  site.social = [];
});

it('are left out of a site that has none', () => {
  renderScreen(<Header email={null} />);
  expect(screen.queryByRole('list', { name: /^(?:Announcements|Social links)$/ })).toBeNull();
});

it('show announcements above the header', () => {
  const promos = [
    { label: 'We have a podcast', url: 'https://pod.example/' },
    { label: 'Write for us', url: '/support' },
  ];
  env.notices = { promos, sponsors: [] };
  renderScreen(<Header email={null} />);
  const links = within(screen.getByRole('list', { name: 'Announcements' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['We have a podcast', 'https://pod.example/'],
    ['Write for us', '/support'],
  ]);
  expect(screen.queryByRole('list', { name: 'Social links' })).toBeNull();
});

it('show each network with its icon, in the header and in the footer', () => {
  const icons = {
    GitHub: 'github',
    'Our Mastodon': 'mastodon',
    Twitter: 'x',
    X: 'x',
    'XING group': 'link',
    'News feed': 'rss',
  };
  site.social = Object.keys(icons).map((label) => ({ label, url: `https://${label}.example/` }));
  renderScreen(
    <>
      <Header email={null} />
      <Footer newsletter={undefined} />
    </>,
  );
  for (const list of screen.getAllByRole('list', { name: 'Social links' })) {
    const links = within(list).getAllByRole('link');
    expect(
      links.map((link) => [link.getAttribute('aria-label'), link.querySelector('use')?.getAttribute('href')]),
    ).toEqual(Object.entries(icons).map(([label, icon]) => [label, `/icons.svg#${icon}`]));
  }
  // In the header twice: beside the announcements, and on a phone beside the logo.
  const inHeader = within(screen.getByRole('banner'));
  expect(inHeader.getAllByRole('list', { name: 'Social links' })).toHaveLength(2);
  expect(screen.getAllByRole('list', { name: 'Social links' })).toHaveLength(3);
});
