import { useTheme } from 'next-themes';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useHydrated } from '@/hooks/use-hydrated';

const THEMES = ['dark', 'light', 'system'] as const;
const ICONS = { dark: 'moon', light: 'sun', system: 'monitor' } as const;

/** Cycles through dark, light and the system's theme. Needs JavaScript. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const isHydrated = useHydrated();
  // The server doesn't know the choice, and the first render in the browser must match the server's.
  const choice = (isHydrated && THEMES.find((known) => known === theme)) || 'dark';
  const next = THEMES[(THEMES.indexOf(choice) + 1) % THEMES.length] ?? 'dark';

  return (
    <Button
      look="quiet"
      size="icon"
      className="needs-script"
      aria-label={`Theme: ${choice}`}
      title={`Theme: ${choice}. Switch to ${next}.`}
      onClick={() => setTheme(next)}
    >
      <Icon name={ICONS[choice]} />
    </Button>
  );
}
