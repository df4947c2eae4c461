import { useTheme } from 'next-themes';
import { Icon } from '@/components/ui/icon';
import { MenuButton } from '@/components/ui/menu-button';
import { useHydrated } from '@/hooks/use-browser';

const THEMES = [
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
  { theme: 'system', label: 'System', icon: 'monitor' },
] as const;

/** Chooses light, dark or the system's theme. Needs JavaScript. */
export function ThemeMenu() {
  const { theme: stored, setTheme } = useTheme();
  const isHydrated = useHydrated();
  // The server doesn't know the choice, and the first render in the browser must match the server's.
  const { theme: chosen, icon } = (isHydrated && THEMES.find(({ theme }) => theme === stored)) || THEMES[1];

  return (
    <MenuButton
      label={`Theme: ${chosen}`}
      items={THEMES.map(({ theme, ...rest }) => ({
        ...rest,
        isChosen: theme === chosen,
        onSelect: () => setTheme(theme),
      }))}
    >
      <Icon name={icon} />
    </MenuButton>
  );
}
