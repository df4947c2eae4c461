import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useThemeChoice } from '@/hooks/use-theme-choice';

const ICONS = { dark: 'moon', light: 'sun', system: 'monitor' } as const;

/** Goes round dark, light and the system's own; needs a script. */
export function ThemeToggle() {
  const { choice, next, chooseNext } = useThemeChoice();
  return (
    <Button
      look="quiet"
      size="icon"
      className="needs-script"
      aria-label={`Theme: ${choice}`}
      title={`Theme: ${choice}. Press for ${next}.`}
      onClick={chooseNext}
    >
      <Icon name={ICONS[choice]} />
    </Button>
  );
}
