/** How long a browser may take to begin saving; the memory is free afterwards. */
const keptMs = 60_000;

/** Hands a file to the browser, which saves it as any download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  // Some browsers follow only what is in the page.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
