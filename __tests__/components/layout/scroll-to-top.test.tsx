import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ScrollToTop } from '@/components/layout/footer';

const arrow = () => screen.queryByRole('button', { name: 'Scroll to top' });

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  fireEvent.scroll(window);
}

afterEach(() => scrollTo(0));

it('appears after 300 pixels of scrolling, and disappears again above', () => {
  render(<ScrollToTop />);
  scrollTo(299);
  expect(arrow()).toBeNull();
  scrollTo(300);
  expect(arrow()).toBeInTheDocument();
  scrollTo(299);
  expect(arrow()).toBeNull();
});

it('scrolls to the top, smoothly unless the visitor prefers reduced motion', async () => {
  const scrolled: unknown[] = [];
  let prefersReducedMotion = false;
  Object.assign(window, {
    scrollTo: (options: unknown) => scrolled.push(options),
    matchMedia: () => ({ matches: prefersReducedMotion }),
  });
  render(<ScrollToTop />);
  scrollTo(400);

  await userEvent.click(screen.getByRole('button', { name: 'Scroll to top' }));
  prefersReducedMotion = true;
  await userEvent.click(screen.getByRole('button', { name: 'Scroll to top' }));

  expect(scrolled).toEqual([
    { top: 0, behavior: 'smooth' },
    { top: 0, behavior: 'auto' },
  ]);
});
