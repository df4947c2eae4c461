import { fireEvent } from '@testing-library/react';

/** Clicks a link with each of these keys, and returns those with which the browser follows the link. */
export function followedClicks(link: HTMLElement, keys: readonly string[]): string[] {
  const followed: string[] = [];
  let pressed = '';
  const follow = (event: Event) => {
    if (!event.defaultPrevented) followed.push(pressed);
    event.preventDefault();
  };
  window.addEventListener('click', follow);
  for (pressed of keys) fireEvent.click(link, { [pressed]: true });
  window.removeEventListener('click', follow);
  return followed;
}

export const MODIFIER_KEYS = ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'];
