import { showToast } from './toasts';

/** Shares the address of this page. Never rejects; closing the share sheet again says nothing. */
export async function sharePage(title: string): Promise<void> {
  const url = window.location.origin + window.location.pathname;
  try {
    // Absent in many desktop browsers, whatever the types say; without HTTPS the clipboard is, too.
    if ('share' in navigator && window.matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    await showToast('success', 'Link copied.');
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await showToast('error', `The link could not be copied: ${url}`);
  }
}
