/** Runs an inline script as a page does: its text alone, without the file that it comes from. */
export function runInlineScript(text: string): void {
  const script = document.createElement('script');
  script.textContent = text;
  document.body.append(script);
  script.remove();
}
