import { render, screen, within } from '@testing-library/react';
import { Breadcrumb } from '@/components/layout/page';

it('links the pages above in order, and names this page as the current one', () => {
  render(
    <Breadcrumb
      above={[
        { label: 'Tags', href: '/tags' },
        { label: 'Editors', href: '/tag/editors' },
      ]}
      current="Zed"
    />,
  );
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Tags',
    'Editors',
    'Zed',
  ]);
  expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/tags',
    '/tag/editors',
  ]);
  expect(crumbs.getByText('Zed')).toHaveAttribute('aria-current', 'page');
});
