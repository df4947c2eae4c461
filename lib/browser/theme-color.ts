/**
 * Keeps the `theme-color` meta tag equal to the page's background, for the browser's own toolbars.
 *
 * next-themes sets the theme's class on <html> whenever the visitor chooses a theme or the system changes its
 * own. Call this once, before the page hydrates.
 */
export function followThemeColor(): void {
  setThemeColor();
  new MutationObserver(setThemeColor).observe(document.documentElement, { attributeFilter: ['class'] });
}

function setThemeColor(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (color) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}
