/** Moves the focus to the page's content, for when the focused element is about to disappear. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
