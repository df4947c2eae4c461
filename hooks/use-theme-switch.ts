import { useTheme } from 'next-themes';

/** The command that switches between light and dark. */
export function useThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme();
  const next = resolvedTheme === 'light' ? ('dark' as const) : ('light' as const);
  return {
    id: 'go-theme',
    label: `Theme: switch to ${next}`,
    icon: next === 'light' ? ('sun' as const) : ('moon' as const),
    path: '',
    perform: () => setTheme(next),
  };
}
