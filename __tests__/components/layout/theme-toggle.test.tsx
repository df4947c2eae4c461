import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeProvider } from 'next-themes';
import { ThemeToggle } from '@/components/layout/theme-toggle';

/** A visitor whose system prefers light. */
function renderToggle() {
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }),
  });
  // In this test, next-themes' script would do nothing but make React warn.
  const scriptProps = { type: 'application/json' };
  render(
    <ThemeProvider attribute="class" defaultTheme="dark" storageKey="theme" scriptProps={scriptProps}>
      <ThemeToggle />
    </ThemeProvider>,
  );
}

const press = () => userEvent.click(screen.getByRole('button', { name: /^Theme/ }));
const page = document.documentElement;

beforeEach(() => window.localStorage.clear());

it('starts dark, cycles through light and system, and stores the choice under the key theme', async () => {
  renderToggle();
  expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeInTheDocument();
  expect(page).toHaveClass('dark');

  await press();
  expect(screen.getByRole('button', { name: 'Theme: light' })).toBeInTheDocument();
  expect(page).toHaveClass('light');
  expect(window.localStorage.getItem('theme')).toBe('light');

  await press();
  expect(screen.getByRole('button', { name: 'Theme: system' })).toBeInTheDocument();
  expect(page).toHaveClass('light');
  expect(window.localStorage.getItem('theme')).toBe('system');

  await press();
  expect(page).toHaveClass('dark');
  expect(window.localStorage.getItem('theme')).toBe('dark');
});

it('starts with the theme chosen on an earlier visit', () => {
  window.localStorage.setItem('theme', 'light');
  renderToggle();
  expect(screen.getByRole('button', { name: 'Theme: light' })).toBeInTheDocument();
});
