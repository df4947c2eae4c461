import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ScrollToTop } from '@/components/layout/scroll-to-top';

const arrow = () => screen.queryByRole('button', { name: 'Scroll to top' });

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  fireEvent.scroll(window);
}

afterEach(() => scrollTo(0));

it('appears once the page has scrolled 300 pixels, and goes again above', () => {
  render(<ScrollToTop />);
  scrollTo(299);
  expect(arrow()).toBeNull();
  scrollTo(300);
  expect(arrow()).toBeInTheDocument();
  scrollTo(299);
  expect(arrow()).toBeNull();
});

it('scrolls to the top, smoothly unless motion is unwanted', async () => {
  const scrolled: unknown[] = [];
  let isCalm = false;
  Object.assign(window, {
    scrollTo: (options: unknown) => scrolled.push(options),
    matchMedia: () => ({ matches: isCalm }),
  });
  render(<ScrollToTop />);
  scrollTo(400);

  await userEvent.click(screen.getByRole('button', { name: 'Scroll to top' }));
  isCalm = true;
  await userEvent.click(screen.getByRole('button', { name: 'Scroll to top' }));

  expect(scrolled).toEqual([
    { top: 0, behavior: 'smooth' },
    { top: 0, behavior: 'auto' },
  ]);
});
