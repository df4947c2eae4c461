import { buttonClasses } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { showToast } from '@/lib/browser/toasts';

/** Opens the device's share sheet if there is one, else copies the link. */
export function ShareButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      className={buttonClasses({ look: 'quiet', size: 'large', className: 'needs-script max-md:px-2.5' })}
      aria-label={`Share ${title}`}
      onClick={() => sharePage(title)}
    >
      <Icon name="share" />
      Share
    </button>
  );
}

/** Never rejects. Closing the share sheet shows no message. */
async function sharePage(title: string): Promise<void> {
  const url = window.location.origin + window.location.pathname;
  try {
    // Many desktop browsers have no share sheet, despite the types. Without HTTPS there is no clipboard either.
    if ('share' in navigator && window.matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    await showToast('success', 'Link copied.');
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await showToast('error', `The link couldn't be copied: ${url}`);
  }
}
