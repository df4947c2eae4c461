import { screen, within } from '@testing-library/react';
import { Footer } from '@/components/layout/footer';
import { Header } from '@/components/layout/header';
import { publicValuesJSON } from '@/lib/env';
import { provideNotices } from '@/lib/in-process';
import OwnPage from '@/pages/[noun]';
import { renderScreen } from '../../setup/render-screen';

const links = [
  { href: '/about', label: 'About us', isTop: true },
  { href: '/imprint', label: 'Imprint' },
] as const;
const none = { promos: [], sponsors: [] };

afterEach(() => provideNotices(() => none));

it('are in the footer, and in the header if the owner wants', () => {
  provideNotices(() => ({ ...none, links }));
  renderScreen(
    <>
      <Header email={null} />
      <Footer newsletter={false} />
    </>,
  );
  const named = (navigation: string) =>
    within(screen.getByRole('navigation', { name: navigation }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(named('Lists').slice(4)).toEqual([['About us', '/about']]);
  expect(named('About').slice(5)).toEqual([
    ['About us', '/about'],
    ['Imprint', '/imprint'],
  ]);
});

it('take nothing of the page of a site without any', () => {
  expect(publicValuesJSON(none)).not.toContain('links');
  expect(publicValuesJSON({ ...none, links })).toContain('"links":[{"href":"/about"');
});

it('lead to a page with its title, its text and its description', () => {
  renderScreen(
    <OwnPage
      content={{
        ...{ slug: 'about', title: 'About us', description: 'We list fonts.', html: '<h2 id="a">Who</h2>' },
        updatedAt: '2026-11-20T10:00:00.000Z',
      }}
    />,
    { path: '/about' },
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('About us');
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Who');
});
