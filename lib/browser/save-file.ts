import { MINUTE_MS } from '@/lib/contract/plain/durations';

/** Browsers may take this long to start saving a file; afterwards its memory is freed. */
const SAVE_MS_MAX = MINUTE_MS;

/** Apart from what every page loads: few pages save files. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  // Some browsers click only links that are in the page.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), SAVE_MS_MAX);
}
