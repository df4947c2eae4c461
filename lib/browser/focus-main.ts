/** Gives the focus to the page's content, when what had it is about to go. */
export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
