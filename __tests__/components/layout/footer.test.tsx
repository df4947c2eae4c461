import { screen } from '@testing-library/react';
import { Footer } from '@/components/layout/footer';
import { renderScreen } from '../../setup/render-screen';

it.each([
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
  ['Support/Contact', '/support'],
  ['API', '/developers'],
])('links %s to %s', (name, href) => {
  renderScreen(<Footer newsletter={<p>Newsletter</p>} />);
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

it('has the copyright and the newsletter form', () => {
  renderScreen(<Footer newsletter={<p>Newsletter</p>} />);
  expect(screen.getByText(`© ${new Date().getFullYear()} Listgrove`)).toBeInTheDocument();
  expect(screen.getByText('Newsletter')).toBeInTheDocument();
});
