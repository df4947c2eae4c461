import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useScrolledPast } from '@/hooks/use-scrolled-past';

const appearsAfterPx = 300;

function scrollToTop() {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'auto' : 'smooth' });
}

export function ScrollToTop() {
  const isFarDown = useScrolledPast(appearsAfterPx);
  if (!isFarDown) return null;
  return (
    <Button
      size="icon"
      aria-label="Scroll to top"
      onClick={scrollToTop}
      className="fixed right-4 bottom-[calc(var(--bottom-bar)+5rem)] z-30 [box-shadow:var(--float)] motion-safe:animate-appear md:right-6 md:bottom-6"
    >
      <Icon name="arrow-up" />
    </Button>
  );
}
