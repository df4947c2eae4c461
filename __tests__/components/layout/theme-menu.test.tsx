import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeProvider } from 'next-themes';
import { ThemeMenu } from '@/components/layout/header';

/** A visitor whose system prefers light. */
function renderMenu() {
  Object.assign(window, {
    matchMedia: () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }),
  });
  // In this test, next-themes' script would do nothing but make React warn.
  const scriptProps = { type: 'application/json' };
  render(
    <ThemeProvider attribute="class" defaultTheme="dark" storageKey="theme" scriptProps={scriptProps}>
      <ThemeMenu />
    </ThemeProvider>,
  );
}

async function choose(name: string) {
  await userEvent.click(screen.getByRole('button', { name: /^Theme/ }));
  await userEvent.click(screen.getByRole('menuitemradio', { name }));
}

const page = document.documentElement;

beforeEach(() => {
  window.localStorage.clear();
  page.className = '';
});

it('starts dark, offers light, dark and system, and stores the choice under the key theme', async () => {
  renderMenu();
  expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeInTheDocument();
  expect(page).toHaveClass('dark');

  await choose('Light');
  expect(screen.getByRole('button', { name: 'Theme: light' })).toHaveFocus();
  expect(page).toHaveClass('light');
  expect(page).not.toHaveClass('dark');
  expect(window.localStorage.getItem('theme')).toBe('light');

  await choose('Dark');
  expect(page).toHaveClass('dark');
  expect(page).not.toHaveClass('light');
  expect(window.localStorage.getItem('theme')).toBe('dark');

  // The system prefers light.
  await choose('System');
  expect(screen.getByRole('button', { name: 'Theme: system' })).toBeInTheDocument();
  expect(page).toHaveClass('light');
  expect(page).not.toHaveClass('dark');
  expect(window.localStorage.getItem('theme')).toBe('system');
});

it('starts with the theme chosen on an earlier visit, which the menu shows as chosen', async () => {
  window.localStorage.setItem('theme', 'light');
  renderMenu();
  expect(page).toHaveClass('light');
  await userEvent.click(screen.getByRole('button', { name: 'Theme: light' }));
  expect(screen.getByRole('menuitemradio', { name: 'Light', checked: true })).toHaveFocus();
  expect(screen.getAllByRole('menuitemradio', { checked: false })).toHaveLength(2);
});
