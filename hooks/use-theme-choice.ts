import { useTheme } from 'next-themes';
import { useHydrated } from './use-hydrated';

export const THEME_CHOICES = ['dark', 'light', 'system'] as const;

/** The visitor's choice of theme, kept under the key `theme`; dark until they choose. */
export function useThemeChoice() {
  const { theme, setTheme } = useTheme();
  const isHydrated = useHydrated();
  const choice = (isHydrated && THEME_CHOICES.find((known) => known === theme)) || 'dark';
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf(choice) + 1) % THEME_CHOICES.length] ?? 'dark';

  return { choice, next, chooseNext: () => setTheme(next) };
}
