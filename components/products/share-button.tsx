import { Icon } from '@/components/ui/icon';
import { sharePage } from '@/lib/browser/share';

/** The device's own share sheet where there is one, else the address goes to the clipboard. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      className="bookmark-button needs-script"
      aria-label={`Share ${title}`}
      onClick={() => sharePage(title)}
    >
      <Icon name="share" />
    </button>
  );
}
